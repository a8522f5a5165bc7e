import { describe, expect, test } from 'vitest';
import { createManagementClient } from '../../src/core/client/management-client.js';
import { createManualClock } from '../support/manual-clock.js';
import { failureOf } from '../support/failure-of.js';
import { createRequest } from '../support/requests.js';
import {
  createProxyUnderTest,
  createRequestOf,
  errorOf,
  leastAnswer,
  ORIGIN,
  type Answering,
} from './proxy-under-test.js';

/** The fetch of a server without a connection to the service. */
const unreachable =
  (code: string): Answering =>
  () =>
    Promise.reject(new TypeError('fetch failed', { cause: { code } }));

const whole = { ...createRequest, read_regions: ['us-west-1', 'ap-south-1'], plan: 'fixed_1gb', budget: 360 };

describe('a create request', () => {
  test('is serialised again from the validated fields', async () => {
    const { handler, sent } = createProxyUnderTest();
    const twice = ` {"plan":"fixed_500gb", ${JSON.stringify(whole).slice(1, -1)}}\n`;
    expect((await handler(createRequestOf(twice))).status).toBe(200);
    // JSON.parse keeps the place of the first plan, and the value of the last one.
    expect(sent.map(({ init }) => init.body)).toEqual([JSON.stringify(JSON.parse(twice))]);
  });

  test('is refused with an error that names every invalid path', async () => {
    const { handler, sent } = createProxyUnderTest();
    const body = { ...createRequest, platform: 'azure', budget: 1.5, owner: 'me', read_regions: ['us-west-1', 'x'] };
    const response = await handler(createRequestOf(body));
    expect(response.status).toBe(400);
    const { error, issues } = (await response.json()) as { error: string; issues: { path: string }[] };
    expect(error).toBe('the body is not a create request');
    expect(issues.map(({ path }) => path).toSorted()).toEqual(['budget', 'owner', 'platform', 'read_regions[1]']);
    expect(sent).toEqual([]);
  });

  test.each<[string, string | Uint8Array]>([
    ['empty', ''],
    ['a deeply nested list', '['.repeat(30_000)],
    ['not in UTF-8', Buffer.from(JSON.stringify({ ...createRequest, database_name: 'ÿ' }), 'latin1')],
  ])('is refused if its body is %s', async (_, body) => {
    const { handler, sent, errors } = createProxyUnderTest();
    expect((await handler(createRequestOf(body))).status).toBe(400);
    expect(sent).toEqual([]);
    expect(errors).toEqual([]);
  });

  // Other origins can send most other types without a preflight.
  test.each([
    ['text/plain; application/json', 415],
    ['application/json; charset=utf-16', 415],
    ['', 415],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON;charset="UTF-8"', 200],
  ])('with the type %j gets %i', async (type, status) => {
    const { handler, sent } = createProxyUnderTest();
    expect((await handler(createRequestOf(createRequest, { headers: { 'content-type': type } }))).status).toBe(status);
    expect(sent).toHaveLength(status === 200 ? 1 : 0);
  });

  test.each<[string, Answering, object]>([
    ['that the proxy could not send', unreachable('ENOTFOUND'), { code: 'rejected', status: 409 }],
    ['that may have been sent', unreachable('ECONNRESET'), { code: 'outcome-unknown', status: 502 }],
  ])('%s fails in the page with what the proxy knows', async (_, answer, expected) => {
    const { handler } = createProxyUnderTest(answer);
    const page = createManagementClient({
      baseUrl: `${ORIGIN}/fleet`,
      fetch: async (url, init) => handler(new Request(url, init)),
    });
    expect(await failureOf(page.createDatabase(createRequest))).toMatchObject(expected);
  });

  const streamed = (body: ReadableStream<Uint8Array>) => createRequestOf(body, { duplex: 'half' } as RequestInit);

  test('is refused if its body is too large, which is not read to the end', async () => {
    const { handler, sent } = createProxyUnderTest();
    let pulled = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(16 * 1024).fill(32));
      },
      cancel: () => void (cancelled = true),
    });
    expect((await handler(streamed(body))).status).toBe(413);
    expect(pulled).toBeLessThan(10);
    await expect.poll(() => cancelled).toBe(true);
    expect(sent).toEqual([]);
  });

  test('is refused at the deadline if its body does not arrive', async () => {
    const clock = createManualClock();
    const { handler, sent } = createProxyUnderTest(leastAnswer, { clock, timeoutMs: 500 });
    let cancelled = false;
    const response = handler(streamed(new ReadableStream({ cancel: () => void (cancelled = true) })));
    await clock.advance(500);
    expect((await response).status).toBe(408);
    await expect.poll(() => cancelled).toBe(true);
    expect(clock.pending).toBe(0);
    expect(sent).toEqual([]);
  });

  test('is refused if its body ends early', async () => {
    const { handler } = createProxyUnderTest();
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('canary')) });
    const response = await handler(streamed(body));
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toBe('the body ended early');
  });
});
