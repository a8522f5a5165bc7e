import { describe, expect, test } from 'vitest';
import { createProxyHandler, type ProxyOptions } from '../../src/proxy/index.js';
import type { FleetError } from '../../src/core/shared/fleet-error.js';
import { errorOf } from '../support/failure-of.js';
import { createProxyUnderTest, credentials, leastAnswer, pageRequest } from './proxy-under-test.js';

const options: ProxyOptions = { baseUrl: 'https://api.test', credentials, authorize: () => true };

const failureFor = (given: unknown): FleetError => errorOf(() => createProxyHandler(given as ProxyOptions));

describe('createProxyHandler', () => {
  test.each<[string, unknown]>([
    ['baseUrl', '/fleet'],
    ['baseUrl', 'https://me:canary@api.test'],
    ['credentials', null],
    ['credentials.password', { username: 'me', password: 'canary\n' }],
    ['authorize', undefined],
    ['mountPath', 'fleet'],
    ['origins', ['https://app.test/']],
    ['origins', ['https://*.app.test']],
  ])('names the invalid option %s: %j', (path, value) => {
    const [name = ''] = path.split('.');
    const failure = failureFor({ ...options, [name]: value });
    expect(failure).toMatchObject({ code: 'invalid-request', operation: 'configure' });
    expect(failure.issues?.map((issue) => issue.path)).toEqual([path]);
    expect(JSON.stringify(failure)).not.toContain('canary');
  });

  test('names all invalid and unknown options at once', () => {
    const texts = { allowCreate: 'canary', filterIndices: 'canary', onError: 'canary', passUnknown: 'canary' };
    const wrong = { ...texts, concurrency: 0, queueTimeoutMs: 0, timeoutMs: 0, origins: [], alowCreate: true };
    const failure = failureFor({ ...options, ...wrong });
    expect(failure.issues?.map(({ path }) => path).toSorted()).toEqual(Object.keys(wrong).toSorted());
    expect(JSON.stringify(failure)).not.toContain('canary');
  });
});

test.each([
  ['/', '/v2/vector/index'],
  ['/fleet/', '/fleet/v2/vector/index'],
  ['/ü b', '/%C3%BC%20b/v2/vector/index'],
])('the mountPath %j is the prefix of the paths of the API: %s', async (mountPath, path) => {
  const { handler } = createProxyUnderTest(leastAnswer, { mountPath });
  expect((await handler(pageRequest(path))).status).toBe(200);
  expect((await handler(pageRequest(`/x${path}`))).status).toBe(404);
});

test.each([
  ['https://app.test', 200],
  ['https://admin.test:8443', 200],
  ['https://evil.test', 403],
  ['http://10.0.0.7:3000', 403],
])('with `origins`, behind a server that changes the URL, a request of %s gets %i', async (origin, status) => {
  const { handler } = createProxyUnderTest(leastAnswer, { origins: ['https://app.test', 'https://admin.test:8443'] });
  const request = new Request('http://10.0.0.7:3000/fleet/v2/vector/index', { headers: { origin } });
  expect((await handler(request)).status).toBe(status);
});
