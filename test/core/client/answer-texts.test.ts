import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAnswerTexts } from '../../../src/core/client/answer-texts.js';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import { failureOf } from '../../support/failure-of.js';

describe('a client with texts', () => {
  afterEach(() => vi.restoreAllMocks());

  const setUp = () => {
    const answers = { text: '{"database_id":"a","state":"active"}', status: 200 };
    const fetch = async (): Promise<Response> =>
      new Response(answers.text, { status: answers.status, headers: { 'content-type': 'application/json' } });
    const client = createManagementClient({ baseUrl: 'https://api.test', fetch, texts: createAnswerTexts(10_000) });
    return { answers, client, parse: vi.spyOn(JSON, 'parse') };
  };

  test('parses the text for another record, and without a previous record', async () => {
    const { answers, client } = setUp();
    const old = await client.getDatabase('a');
    answers.text = '{"database_id":"a","state":"passive"}';
    const passive = await client.getDatabase('a', { previous: old });
    expect(await client.getDatabase('a', { previous: old })).toMatchObject({ state: 'passive' });
    expect(await client.getDatabase('a', { previous: { ...passive, port: 7 } })).not.toHaveProperty('port');
    expect(await client.getDatabase('a')).not.toBe(passive);
  });

  test('parses a changed text once, and then recognizes it', async () => {
    const { answers, client, parse } = setUp();
    const first = await client.getDatabase('a');
    answers.text = ` ${answers.text}`;
    expect(await client.getDatabase('a', { previous: first })).toBe(first);
    expect(parse).toHaveBeenCalledTimes(2);
    expect(await client.getDatabase('a', { previous: first })).toBe(first);
    expect(parse).toHaveBeenCalledTimes(2);
  });

  test.each([
    [200, '{"database_id":"b"}'],
    [200, '{"database_id"'],
    [503, '{"error":"down"}'],
  ])('is not affected by a failure in between (%i %s)', async (status, text) => {
    const { answers, client } = setUp();
    const good = answers.text;
    const previous = await client.getDatabase('a');
    for (let again = 0; again < 2; again++) {
      Object.assign(answers, { status, text });
      await failureOf(client.getDatabase('a', { previous }));
      Object.assign(answers, { status: 200, text: good });
      expect(await client.getDatabase('a', { previous })).toBe(previous);
    }
  });
});
