import { describe, expect, test, vi } from 'vitest';
import type { Authorize, FilterIndices, ProxyOptions } from '../../src/proxy/index.js';
import { createManualClock } from '../support/manual-clock.js';
import { createRequest } from '../support/requests.js';
import { createProxyUnderTest, createRequestOf, leastAnswer, pageRequest } from './proxy-under-test.js';

const list = (cookie = 'me@x.test'): Request => pageRequest('/fleet/v2/vector/index', { headers: { cookie } });
const never = new Promise<never>(() => {});
const thrown = new Error('canary: no such session');
const throws = (): never => {
  throw thrown;
};

describe('authorize', () => {
  test.each<[string, () => unknown, number, string, unknown[]]>([
    ['returns false', () => false, 403, 'not authorized', []],
    ['returns nothing', () => undefined, 403, 'not authorized', []],
    ['returns a promise of 1', async () => 1, 403, 'not authorized', []],
    ['returns not-found, as for an unknown id', async () => 'not-found', 404, 'not found', []],
    ['throws, with the reason for onError only', throws, 403, 'not authorized', [thrown]],
    ['rejects, with the reason for onError only', async () => throws(), 403, 'not authorized', [thrown]],
  ])('refuses a request if it %s, and the service gets no request', async (_, authorize, status, error, reported) => {
    // The proxy does not ask for the credentials either, which are absent.
    const options = { authorize: authorize as Authorize, credentials: undefined };
    for (const request of [list(), pageRequest('/fleet/v2/redis/database/db-1'), createRequestOf(createRequest)]) {
      const { handler, sent, errors } = createProxyUnderTest(leastAnswer, options);
      const response = await handler(request);
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({ error });
      expect([sent, errors]).toEqual([[], reported]);
    }
  });

  test('cannot change which database is read', async () => {
    const authorize = (_: Request, call: { id?: string }): boolean => {
      call.id = 'db-of-another-visitor';
      return true;
    };
    const { handler, sent } = createProxyUnderTest(leastAnswer, { authorize: authorize as Authorize });
    expect((await handler(pageRequest('/fleet/v2/redis/database/db-1'))).status).toBe(200);
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(['/base/v2/redis/database/db-1']);
  });

  test('refuses a request if it returns no result in time', async () => {
    const clock = createManualClock();
    const options = { authorize: () => never, clock, timeoutMs: 500 };
    const { handler, sent, errors } = createProxyUnderTest(leastAnswer, options);
    const response = handler(list());
    await clock.advance(500);
    expect((await response).status).toBe(403);
    expect(errors).toEqual([new Error('authorize did not answer within 500 ms')]);
    expect(sent).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test('is called for each request, with the request and its operation', async () => {
    const authorize = vi.fn<Authorize>(async () => true);
    const { handler } = createProxyUnderTest(leastAnswer, { authorize });
    const requests = [list(), list(), pageRequest('/fleet/v2/redis/database/a%20b'), createRequestOf(createRequest)];
    for (const request of requests) expect((await handler(request)).status).toBe(200);
    expect(authorize.mock.calls.map(([request]) => request)).toEqual(requests);
    expect(authorize.mock.calls.map(([, call]) => call)).toEqual([
      { operation: 'list-vector-indices' },
      { operation: 'list-vector-indices' },
      { operation: 'get-database', id: 'a b' },
      { operation: 'create-database' },
    ]);
  });

  test('is not called for a request that the proxy refuses for another reason, such as a create', async () => {
    const authorize = vi.fn<Authorize>(() => true);
    const { handler, sent } = createProxyUnderTest(leastAnswer, { authorize, allowCreate: false });
    const crossSite = pageRequest('/fleet/v2/vector/index', { headers: { 'sec-fetch-site': 'cross-site' } });
    for (const [request, status, error] of [
      [crossSite, 403, 'only pages of the same origin may send requests'],
      [pageRequest('/fleet/v2/teams'), 404, 'unknown path'],
      [createRequestOf(createRequest), 403, 'this proxy does not create databases'],
    ] as const) {
      const response = await handler(request);
      expect([response.status, await response.json()]).toEqual([status, { error }]);
    }
    expect([authorize.mock.calls, sent]).toEqual([[], []]);
  });

  test('causes 500 and an error for onError if it reads the body', async () => {
    const { handler, sent, errors } = createProxyUnderTest(leastAnswer, {
      authorize: async (request) => (await request.text()).length > 0,
    });
    expect((await handler(createRequestOf(createRequest))).status).toBe(500);
    expect(errors).toEqual([new TypeError('authorize has read the body; it must leave the body unread')]);
    expect(sent).toEqual([]);
  });
});

const element = (owner: string, id: string): string =>
  `{"customer_id": "${owner}", "id":"${id}","max_vector_count":5,"token":"canary"}`;
const mine = [element('me@x.test', 'a'), element('me@x.test', 'c')];
const others = element('canary@y.test', 'b');
const text = `[${mine[0]}, ${others},\n ${mine[1]}]`;

const createProxy = (filterIndices: unknown, options: Partial<ProxyOptions> = {}, body = text) =>
  createProxyUnderTest(() => new Response(body, { headers: { 'content-type': 'application/json' } }), {
    filterIndices: filterIndices as FilterIndices,
    ...options,
  });

const ofVisitor: FilterIndices = ({ headers }, indices) =>
  indices.filter((index) => index.customer_id === headers.get('cookie'));

describe('filterIndices', () => {
  test('selects the indices of each visitor from one shared answer', async () => {
    const { handler, sent } = createProxy(ofVisitor);
    const [first, second] = await Promise.all([handler(list()), handler(list('stranger'))]);
    expect(await first.text()).toBe(
      '[{"customer_id":"me@x.test","id":"a","max_vector_count":5},' +
        '{"customer_id":"me@x.test","id":"c","max_vector_count":5}]',
    );
    expect(await second.text()).toBe('[]');
    expect(sent).toHaveLength(1);
  });

  test('gets indices without tokens and no other elements, and does not change their order', async () => {
    let seen = '';
    const reverse: FilterIndices = async (_, indices) => {
      seen = JSON.stringify(indices);
      return [...indices].reverse();
    };
    const { handler } = createProxy(reverse, {}, `["canary", ${text.slice(1, -1)}, [1], null]`);
    expect(((await (await handler(list())).json()) as { id: string }[]).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(seen).toContain('customer_id');
    expect(seen).not.toContain('token');
  });

  const wrong = new TypeError('filterIndices must return elements of the list that it was given');

  test.each<[string, unknown, Error]>([
    ['returns true', () => true, wrong],
    ['returns copies', (_: Request, indices: readonly object[]) => indices.map((index) => ({ ...index })), wrong],
    ['adds an element', (_: Request, indices: readonly object[]) => [...indices, null], wrong],
    ['throws', throws, thrown],
  ])('causes 500 if it %s, and passes the error to onError only', async (_, filterIndices, error) => {
    const { handler, errors } = createProxy(filterIndices);
    const response = await handler(list());
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('canary');
    expect(errors).toEqual([error]);
  });

  test('causes 500 if it returns nothing in time', async () => {
    const clock = createManualClock();
    const { handler, errors } = createProxy(() => new Promise(() => {}), { clock, timeoutMs: 500 });
    const response = handler(list());
    await clock.advance(500);
    expect((await response).status).toBe(500);
    expect(errors).toEqual([new Error('filterIndices did not answer within 500 ms')]);
    expect(clock.pending).toBe(0);
  });
});
