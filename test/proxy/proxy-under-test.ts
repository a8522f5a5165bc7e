import { createProxyHandler, type ProxyOptions } from '../../src/proxy/index.js';
import { createRequest } from '../support/requests.js';

export const ORIGIN = 'https://app.test';

export const credentials = { username: 'owner@canary.test', password: 'canary-password-of-the-account' };

/** A request as the `fetch` of a page sends it to a path of its own origin. */
export function pageRequest(path: string, init: RequestInit = {}): Request {
  const headers = new Headers({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' });
  new Headers(init.headers).forEach((value, name) => headers.set(name, value));
  if (init.method === 'POST' && !headers.has('origin')) headers.set('origin', ORIGIN);
  return new Request(ORIGIN + path, { ...init, headers });
}

/** A create request of a page. A text, bytes or a stream are sent as they are. */
export function createRequestOf(body: unknown, init: RequestInit = {}): Request {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;
  const sent = (isRaw ? body : JSON.stringify(body)) as BodyInit;
  const headers = { 'content-type': 'application/json', ...Object.fromEntries(new Headers(init.headers)) };
  return pageRequest('/fleet/v2/redis/database', { ...init, method: 'POST', body: sent, headers });
}

/** A request of a page for each operation. */
export const requests = {
  get: () => pageRequest('/fleet/v2/redis/database/db-1'),
  list: () => pageRequest('/fleet/v2/vector/index'),
  create: () => createRequestOf(createRequest),
};

export type RequestName = keyof typeof requests;

/** The smallest valid answer of each operation. */
export function leastAnswer(url: string): Response {
  const { pathname } = new URL(url);
  if (pathname.endsWith('/index')) return Response.json([]);
  return Response.json({ database_id: decodeURIComponent(pathname.split('/')[5] ?? 'db-new') });
}

export type Answering = (url: string, init: RequestInit) => Response | Promise<Response>;

/** A proxy in front of a scripted service. */
export function createProxyUnderTest(answer: Answering = leastAnswer, options: Partial<ProxyOptions> = {}) {
  /** The requests that the proxy sent to the service. */
  const sent: { readonly url: string; readonly init: RequestInit; readonly headers: Record<string, string> }[] = [];
  const errors: unknown[] = [];
  const handler = createProxyHandler({
    baseUrl: 'https://api.test/base',
    credentials,
    mountPath: '/fleet',
    authorize: () => true,
    allowCreate: true,
    onError: (error) => errors.push(error),
    fetch: async (url, init) => {
      sent.push({ url, init, headers: Object.fromEntries(new Headers(init.headers)) });
      return answer(url, init);
    },
    ...options,
  });
  return { handler, sent, errors };
}

/** The `error` in the body of a refusal. */
export async function errorOf(response: Response): Promise<string> {
  const body = (await response.json()) as { readonly error: string };
  return body.error;
}
