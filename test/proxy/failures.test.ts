import { describe, expect, test } from 'vitest';
import { FleetError } from '../../src/core/shared/fleet-error.js';
import { createManualClock } from '../support/manual-clock.js';
import { createProxyUnderTest, errorOf, leastAnswer, requests, type RequestName } from './proxy-under-test.js';

const refusing =
  (status: number, headers: Record<string, string> = {}) =>
  (): Response =>
    Response.json({ error: 'not today' }, { status, headers });

const json = (body: BodyInit): Response => new Response(body, { headers: { 'content-type': 'application/json' } });

describe.each(Object.keys(requests) as RequestName[])('an error of the service for %s', (name) => {
  test.each([
    ...[400, 401, 403, 404, 422, 429, 503, 504].map((status) => [status, status] as const),
    ...[407, 421, 500, 599].map((status) => [status, 502] as const),
  ])('with status %i reaches the page with status %i', async (given, status) => {
    const { handler, errors } = createProxyUnderTest(refusing(given));
    const response = await handler(requests[name]());
    expect(response.status).toBe(status);
    expect(response.headers.get('www-authenticate')).toBeNull();
    // The page's client adds the status itself. A create that may have taken effect keeps the whole message.
    const words = given < 500 ? /^not today$|it is unknown whether/ : /^refused by the service$|it is unknown whether/;
    expect(await errorOf(response)).toMatch(given === status ? words : `status ${given}`);
    expect(errors).toEqual([expect.any(FleetError)]);
  });

  test.each([
    [429, '7', '7'],
    [429, 'Thu, 01 Jan 2026 00:01:30 GMT', '90'],
    [429, 'soon', null],
    [404, '7', null],
  ])('with status %i and Retry-After %j has Retry-After %j', async (status, given, printed) => {
    // 89.6 s are left, and the proxy rounds up, so that the page does not retry too early.
    const clock = createManualClock(Date.UTC(2026, 0, 1) + 400);
    const { handler } = createProxyUnderTest(refusing(status, { 'retry-after': given }), { clock });
    expect((await handler(requests[name]())).headers.get('retry-after')).toBe(printed);
  });
});

describe('an answer of the service', () => {
  test.each<[string, RequestName, () => Response]>([
    ['that is not JSON despite its type', 'list', () => json('canary')],
    ['with status 206', 'list', () => Response.json(['canary'], { status: 206 })],
    ['that is a redirect', 'get', () => Response.json({ error: 'canary' }, { status: 302 })],
    ['with another database', 'get', () => Response.json({ database_id: 'canary' })],
    ['with an invalid id', 'create', () => Response.json({ database_id: '../canary' })],
    [
      'that is nested too deeply',
      'get',
      () => json(`{"database_id":"db-1","read_regions":${'['.repeat(99)}{"token":"canary"}${']'.repeat(99)}}`),
    ],
  ])('%s is not passed on', async (_, name, answer) => {
    const { handler } = createProxyUnderTest(answer);
    const response = await handler(requests[name]());
    expect(response.status).toBe(502);
    expect(await response.text()).not.toContain('canary');
  });

  test('may be as large and have as many items as the options allow', async () => {
    const large = Response.json({ database_id: 'db-1', x: 'x'.repeat(100) });
    const small = createProxyUnderTest(() => large, { recordLimitBytes: 50 });
    expect((await small.handler(requests.get())).status).toBe(502);
    for (const [items, status] of [
      ['{},{}', 200],
      ['{},{},{}', 502],
      [`"${'x'.repeat(200)}"`, 502],
    ] as const) {
      const limits = { recordLimitBytes: 5, listLimitBytes: 200, listLimitItems: 2 };
      const { handler } = createProxyUnderTest(() => json(`[${items}]`), limits);
      expect((await handler(requests.list())).status).toBe(status);
    }
  });
});

test.each<[string, () => never, number]>([
  [
    'whose function throws',
    () => {
      throw new Error('canary');
    },
    502,
  ],
  ['that are invalid', () => ({ username: 'a:canary', password: 'canary' }) as never, 500],
])('credentials %s cause an error without details for the page', async (_, credentials, status) => {
  const { handler, sent, errors } = createProxyUnderTest(leastAnswer, { credentials });
  const response = await handler(requests.list());
  expect(response.status).toBe(status);
  expect(await response.text()).not.toContain('canary');
  expect(sent).toEqual([]);
  expect(errors).toEqual([expect.any(FleetError)]);
  expect(JSON.stringify(errors)).not.toContain('canary');
});

test('the service gets no request of a page that has already aborted', async () => {
  const { handler, sent } = createProxyUnderTest();
  const response = await handler(new Request(requests.create(), { signal: AbortSignal.abort() }));
  expect(response.status).toBe(499);
  expect(sent).toEqual([]);
});

test('onError does not affect the answer if it throws or rejects', async () => {
  const throws = (): never => {
    throw new Error('onError failed');
  };
  for (const onError of [throws, async () => throws()]) {
    const { handler } = createProxyUnderTest(refusing(500), { onError: onError as () => void });
    expect((await handler(requests.list())).status).toBe(502);
  }
});
