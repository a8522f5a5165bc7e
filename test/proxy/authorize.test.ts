import { describe, expect, test, vi } from 'vitest';
import type { Authorize } from '../../src/proxy/index.js';
import { createManualClock } from '../support/manual-clock.js';
import { createRequest } from '../support/requests.js';
import { createProxyUnderTest, createRequestOf, errorOf, leastAnswer, pageRequest } from './proxy-under-test.js';

const list = (): Request => pageRequest('/fleet/v2/vector/index');
const never = new Promise<never>(() => {});

describe('authorize', () => {
  test.each<[string, () => unknown]>([
    ['false', () => false],
    ['nothing', () => undefined],
    ['a promise of 1', async () => 1],
  ])('refuses a request if it returns %s, and the service gets no request', async (_, authorize) => {
    const { handler, sent } = createProxyUnderTest(leastAnswer, { authorize: authorize as Authorize });
    for (const request of [list(), pageRequest('/fleet/v2/redis/database/db-1'), createRequestOf(createRequest)]) {
      const response = await handler(request);
      expect(response.status).toBe(403);
      expect(await errorOf(response)).toBe('not authorized');
    }
    expect(sent).toEqual([]);
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

  test('refuses a request if it throws or rejects, and reports the reason to onError only', async () => {
    const thrown = new Error('canary: no such session');
    const throws = (): never => {
      throw thrown;
    };
    for (const authorize of [throws, async () => throws()]) {
      const { handler, sent, errors } = createProxyUnderTest(leastAnswer, { authorize });
      const response = await handler(list());
      expect(response.status).toBe(403);
      expect(await response.text()).not.toContain('canary');
      expect(errors).toEqual([thrown]);
      expect(sent).toEqual([]);
    }
  });

  test('refuses a request if it returns no result in time', async () => {
    const clock = createManualClock();
    const { handler, sent, errors } = createProxyUnderTest(leastAnswer, {
      authorize: () => never,
      clock,
      timeoutMs: 500,
    });
    const response = handler(list());
    await clock.advance(500);
    expect((await response).status).toBe(403);
    expect(errors).toEqual([new Error('authorize did not answer within 500 ms')]);
    expect(sent).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test('answers 404 as for an unknown id if it returns not-found, and the service gets no request', async () => {
    const { handler, sent, errors } = createProxyUnderTest(leastAnswer, {
      authorize: async () => 'not-found' as const,
    });
    const response = await handler(pageRequest('/fleet/v2/redis/database/db-1'));
    expect(response.status).toBe(404);
    expect(await errorOf(response)).toBe('not found');
    expect([sent, errors]).toEqual([[], []]);
  });

  test('accepts a request if it returns true or a promise of true', async () => {
    for (const authorize of [() => true, async () => true]) {
      const { handler } = createProxyUnderTest(leastAnswer, { authorize });
      expect((await handler(list())).status).toBe(200);
    }
  });

  test('is called for each request, with the request and its operation', async () => {
    const authorize = vi.fn<Authorize>(() => true);
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

  test('is not called for a request that the proxy refuses for another reason', async () => {
    const authorize = vi.fn<Authorize>(() => true);
    const { handler } = createProxyUnderTest(leastAnswer, { authorize, allowCreate: false });
    const crossSite = pageRequest('/fleet/v2/vector/index', { headers: { 'sec-fetch-site': 'cross-site' } });
    for (const request of [crossSite, pageRequest('/fleet/v2/teams'), createRequestOf(createRequest)])
      expect((await handler(request)).ok).toBe(false);
    expect(authorize).not.toHaveBeenCalled();
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
