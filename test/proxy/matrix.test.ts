import { expect, test } from 'vitest';
import { createRequest, databaseText } from '../support/requests.js';
import { createProxyUnderTest, credentials, ORIGIN } from './proxy-under-test.js';

/** Methods that a browser or a tool may send. `fetch` refuses CONNECT, TRACE and TRACK. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'get', 'X'];

type Operation = 'get' | 'list' | 'create';

type Route = readonly [path: string, allowed: string | number, operation?: Operation | undefined];

/** Each path with its only allowed method and its operation, or with the status of its refusal. */
const PATHS: readonly Route[] = [
  ['/fleet/v2/redis/database', 'POST', 'create'],
  ['/fleet/v2/redis/database/db-1', 'GET', 'get'],
  ['/fleet/v2/redis/database/%64b%2D1', 'GET', 'get'],
  ['/fleet/v2/redis/database/db-1?credentials=show', 'GET', 'get'],
  ['/fleet/v2/redis/database/x/../db-1', 'GET', 'get'],
  ['/fleet/v2/vector/index', 'GET', 'list'],
  ['/fleet/v2/redis/database/a%2Fb', 400],
  ['/fleet/v2/redis/database/%', 400],
  ['/', 404],
  ['/fleet', 404],
  ['/fleet/v2/redis/database/', 404],
  ['/fleet/v2/redis/database/%2e%2e', 404],
  ['/fleet/v2/redis/database/db-1/', 404],
  ['//fleet/v2/redis/database/db-1', 404],
  ['/fleet/../v2/redis/database/db-1', 404],
  ['/fleets/v2/redis/database/db-1', 404],
];

const SAME: Record<string, string> = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };

/** The headers of a request, and whether it may come from a page of the same origin. */
const HEADERS: readonly (readonly [name: string, headers: Readonly<Record<string, string>>, isSameOrigin: boolean])[] =
  [
    ['of a page', SAME, true],
    ['of a page, with its origin', { ...SAME, origin: ORIGIN }, true],
    ['of an older browser', { origin: ORIGIN }, true],
    ['without browser headers', {}, true],
    [
      'with every header that a page could add',
      {
        ...SAME,
        authorization: 'Bearer mine',
        cookie: 'session=1',
        'x-http-method-override': 'DELETE',
        'x-forwarded-host': 'evil.test',
        host: 'evil.test',
        'if-none-match': '"1"',
        'accept-encoding': 'x',
      },
      true,
    ],
    ['of another origin of the site', { ...SAME, 'sec-fetch-site': 'same-site' }, false],
    ['of the address bar', { ...SAME, 'sec-fetch-site': 'none' }, false],
    ['of an image', { 'sec-fetch-dest': 'image' }, false],
    ['of another origin', { origin: 'https://evil.test' }, false],
    ['of another origin with same-origin as sec-fetch-site', { ...SAME, origin: 'https://evil.test' }, false],
    ['of the same host without TLS', { origin: ORIGIN.replace('https', 'http') }, false],
    ['of a host with the same prefix', { origin: `${ORIGIN}.evil.test` }, false],
    ['of another site, from the same origin', { 'sec-fetch-site': 'cross-site', origin: ORIGIN }, false],
  ];

const ANSWER = ['cache-control', 'content-type', 'cross-origin-resource-policy', 'x-content-type-options'];

const BODY = JSON.stringify(createRequest);

function statusOf(method: string, allowed: string | number, isSameOrigin: boolean): number {
  if (!isSameOrigin) return 403;
  if (typeof allowed === 'number') return allowed;
  return method === allowed ? 200 : 405;
}

const { username, password } = credentials;

const AUTHORIZED = { accept: 'application/json', authorization: `Basic ${btoa(`${username}:${password}`)}` };

const READ = {
  init: expect.objectContaining({ method: 'GET', redirect: 'manual', credentials: 'omit', cache: 'no-store' }),
  headers: AUTHORIZED,
};

const SENT: Record<Operation, object> = {
  get: { url: 'https://api.test/base/v2/redis/database/db-1?credentials=hide', ...READ },
  list: { url: 'https://api.test/base/v2/vector/index', ...READ },
  create: {
    url: 'https://api.test/base/v2/redis/database',
    init: expect.objectContaining({ method: 'POST', redirect: 'manual', credentials: 'omit', body: BODY }),
    headers: { ...AUTHORIZED, 'content-type': 'application/json' },
  },
};

function requestOf(method: string, path: string, headers: Readonly<Record<string, string>>): Request {
  const hasBody = !['GET', 'HEAD'].includes(method.toUpperCase());
  const withType = hasBody ? { ...headers, 'content-type': 'application/json' } : headers;
  return new Request(ORIGIN + path, { method, headers: withType, body: hasBody ? BODY : null });
}

/** The service answers with a success, and with headers that the proxy must not forward. */
const FOREIGN = {
  'content-type': 'application/json; charset=utf-8',
  'set-cookie': 'upstream=1; Path=/',
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=3600',
  'www-authenticate': 'Basic realm="x"',
  etag: '"1"',
};

const answerOf = (url: string): Response =>
  new Response(url.endsWith('/index') ? '[]' : databaseText, { headers: FOREIGN });

async function expectAnswers(
  [path, allowed, operation]: Route,
  headers: Readonly<Record<string, string>>,
  isSameOrigin: boolean,
): Promise<void> {
  for (const method of METHODS) {
    const { handler, sent, errors } = createProxyUnderTest(answerOf);
    const request = requestOf(method, path, headers);
    const response = await handler(request);
    const status = statusOf(request.method, allowed, isSameOrigin);
    const text = await response.text();

    expect(response.status, method).toBe(status);
    expect([...response.headers.keys()], method).toEqual(status === 405 ? ['allow', ...ANSWER] : ANSWER);
    expect(response.headers.get('cache-control'), method).toBe('no-store');
    expect(response.headers.get('content-type'), method).toBe('application/json');
    if (status === 405) expect(response.headers.get('allow'), method).toBe(allowed);
    if (status === 200) expect(text).toBe(operation === 'list' ? '[]' : databaseText);
    else expect(JSON.parse(text), method).toEqual({ error: expect.any(String) });
    expect(sent, method).toEqual(status === 200 && operation !== undefined ? [SENT[operation]] : []);
    expect(errors, method).toEqual([]);
  }
}

test.each(PATHS.map((route) => ({ path: route[0], route })))(
  'a page gets the expected status for $path with any method',
  async ({ route }) => expectAnswers(route, SAME, true),
);

/** One path for each outcome. */
const ROUTES = new Map(PATHS.map((route) => [route[2] ?? route[1], route]));

test.each(HEADERS)('a request %s gets the expected status for each route', async (_, headers, isSameOrigin) => {
  for (const route of ROUTES.values()) await expectAnswers(route, headers, isSameOrigin);
});
