import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAnswerTexts } from '../../../src/core/client/answer-texts.js';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import { failureOf } from '../../support/failure-of.js';

describe('kept texts', () => {
  const record = {};

  test('are returned only for the record that was decoded from them', () => {
    const texts = createAnswerTexts(100);
    texts.keep('a', record, '{}');
    expect(texts.recall('a', record)).toBe('{}');
    expect(texts.recall('a', { ...record })).toBeUndefined();
    expect(texts.recall('b', record)).toBeUndefined();
  });

  test('count two bytes per character, up to the limit', () => {
    const texts = createAnswerTexts(20);
    texts.keep('a', record, 'x'.repeat(6));
    texts.keep('b', record, 'x'.repeat(5));
    expect(texts.recall('b', record)).toBeUndefined();
    texts.keep('b', record, 'x'.repeat(4));
    texts.keep('c', record, 'x');
    expect(['a', 'b', 'c'].map((key) => texts.recall(key, record)?.length)).toEqual([6, 4, undefined]);
  });

  test('free their bytes once when they are replaced or removed', () => {
    const texts = createAnswerTexts(20);
    texts.keep('a', record, 'x'.repeat(10));
    texts.keep('a', record, 'y'.repeat(10));
    expect(texts.recall('a', record)).toBe('y'.repeat(10));
    texts.forget('a');
    texts.forget('a');
    expect(texts.recall('a', record)).toBeUndefined();
    texts.keep('b', record, 'x'.repeat(11));
    expect(texts.recall('b', record)).toBeUndefined();
    texts.keep('b', record, 'x'.repeat(10));
    expect(texts.recall('b', record)).toBe('x'.repeat(10));
  });

  test('are removed if the next text does not fit, so that an old text never belongs to a new record', () => {
    const texts = createAnswerTexts(20);
    texts.keep('a', record, 'x');
    texts.keep('a', record, 'x'.repeat(11));
    expect(texts.recall('a', record)).toBeUndefined();
  });
});

describe('a client with texts', () => {
  afterEach(() => vi.restoreAllMocks());

  const setUp = (limitBytes = 10_000) => {
    const answers = { text: '{"database_id":"a","state":"active"}', status: 200 };
    const fetch = async (): Promise<Response> =>
      new Response(answers.text, { status: answers.status, headers: { 'content-type': 'application/json' } });
    const texts = createAnswerTexts(limitBytes);
    const client = createManagementClient({ baseUrl: 'https://api.test', fetch, texts });
    return { answers, client, texts, parse: vi.spyOn(JSON, 'parse') };
  };

  test('does not parse the text that the previous record came from', async () => {
    const { client, parse } = setUp();
    const previous = await client.getDatabase('a');
    expect(parse).toHaveBeenCalledTimes(1);
    expect(await client.getDatabase('a', { previous })).toBe(previous);
    expect(await client.getDatabase('a', { previous })).toBe(previous);
    expect(parse).toHaveBeenCalledTimes(1);
  });

  test('does not parse the text that the previous list came from', async () => {
    const { answers, client, parse } = setUp();
    answers.text = '[{"id":"a"}]';
    const previous = await client.listVectorIndices();
    expect(await client.listVectorIndices({ previous })).toBe(previous);
    expect(parse).toHaveBeenCalledTimes(1);
    answers.text = '[{"id":"b"}]';
    expect(await client.listVectorIndices({ previous })).toEqual([{ id: 'b' }]);
  });

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

  test('parses a text that was removed or did not fit', async () => {
    const { client, parse, texts } = setUp();
    const previous = await client.getDatabase('a');
    texts.forget('a');
    await client.getDatabase('a', { previous });
    expect(parse).toHaveBeenCalledTimes(2);
    const small = setUp(10);
    const record = await small.client.getDatabase('a');
    small.parse.mockClear();
    expect(await small.client.getDatabase('a', { previous: record })).toBe(record);
    expect(small.parse).toHaveBeenCalledTimes(1);
  });
});
