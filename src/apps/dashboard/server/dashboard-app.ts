import * as v from 'valibot';
import { getRouterParams, H3, type H3Event, type HTTPError, redirect } from 'h3';
import type { FleetSnapshot } from '../../../index.js';
import { resourceKinds } from '../../../core/shared/resource-kind.js';
import { refuse } from '../../../http/refuse.js';
import { refuseCrossSite } from '../../../proxy/cross-site.js';
import { failureAnswer } from '../../../proxy/failure-answer.js';
import { jsonAnswer } from '../../../proxy/json-answer.js';
import type { ProxyHandler } from '../../../proxy/index.js';
import { Refused } from '../../../proxy/refused.js';
import type { Access } from './access.js';
import type { KeptIds } from './kept-ids.js';
import { type Page, servePage } from './page.js';
import { answerBatch, idSchema, readJson, tagOf } from './record-batches.js';
import type { UsageAnswers } from './usage-answers.js';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptsGzip } from '../../../http/accepts-gzip.js';

export const PROXY_PATH = '/fleet';

export interface DashboardAppOptions {
  readonly page: Page;
  readonly access: Access;
  readonly proxy: ProxyHandler;
  /** The configuration of the page: the answer of `/known`. */
  readonly facts: () => object;
  readonly records: () => FleetSnapshot;
  readonly usage: UsageAnswers;
  readonly alerts: () => Promise<object>;
  readonly activity: () => Promise<object>;
  /** Keeps the ids that the page adds and removes. @default a change is answered with 405 */
  readonly kept?: KeptIds | undefined;
}

/** Creates the request handler of the dashboard: the page, `/known`, `/usage`, `/alerts`, `/activity`, `/records` and the proxy. It never rejects. */
export function createDashboardApp(options: DashboardAppOptions): (request: Request) => Promise<Response> {
  const { page, access, proxy, facts, records, usage, alerts, activity, kept } = options;
  const app = new H3({ silent: true, allowMalformedURL: true, onError: answerError });
  const getJson = (route: string, read: (event: H3Event) => unknown): void =>
    void app.get(route, (event) => answerJson(event, access, () => read(event)));

  getJson('/known', ({ url }) => ({ ...facts(), ...(url.searchParams.has('records') && { records: records() }) }));
  if (kept !== undefined) app.post('/known', (event) => answerJson(event, access, () => changeKept(event.req, kept)));
  getJson('/usage', ({ url }) => {
    const after = Number.parseInt(url.searchParams.get('after') ?? '', 10);
    return usage.since(Number.isSafeInteger(after) ? after : undefined);
  });
  getJson('/usage/:resource/:id', (event) => readHistory(event, usage));
  getJson('/alerts', alerts);
  getJson('/activity', activity);
  app.post('/records', (event) => guard(event, access, () => answerBatch(event.req, proxy, PROXY_PATH)));
  app.all(`${PROXY_PATH}/**`, (event) => (access.isAdmitted(event) ? proxy(event.req) : unauthorized()));
  app.get('/', (event) => access.exchange(event) ?? servePage(event, page));
  app.all('/**', (event) =>
    page.has(event.url.pathname) || !isReadByPerson(event.req) ? servePage(event, page) : redirect('/', 303),
  );

  return async (request) => completeAnswer(request, await app.fetch(request));
}

/** Whether a person opened the address: scripts, styles and requests of the page do not accept HTML. */
function isReadByPerson({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html');
}

/** Answers with 304 if the page has this answer. */
function answerJson(event: H3Event, access: Access, read: () => unknown): Promise<Response> {
  return guard(event, access, async () => {
    const text = JSON.stringify(await read());
    const etag = `"${tagOf(text)}"`;
    const isKnown = event.req.headers.get('if-none-match') === etag;
    return isKnown ? new Response(null, { status: 304, headers: { etag } }) : jsonAnswer(200, text, { etag });
  });
}

/** Answers the page's own requests. Other requests are refused as the proxy refuses them. */
async function guard(event: H3Event, access: Access, answer: () => Promise<Response>): Promise<Response> {
  try {
    refuseCrossSite(event.req, undefined);
    return access.isAdmitted(event) ? await answer() : unauthorized();
  } catch (failure) {
    return failureAnswer(failure);
  }
}

/** The body of a change: `{"add":["…"],"remove":["…"]}`. */
const changeSchema = v.object({ add: v.optional(v.array(idSchema), []), remove: v.optional(v.array(idSchema), []) });

/** 25,000 ids of 36 characters. */
const MAX_CHANGE_BYTES = 1024 * 1024;

/** Adds and removes the ids that the page names. @returns the ids afterwards. @throws Refused; FleetError */
async function changeKept(request: Request, kept: KeptIds): Promise<{ readonly ids: readonly string[] }> {
  const change = v.safeParse(changeSchema, await readJson(request, MAX_CHANGE_BYTES));
  if (!change.success) throw new Refused(400, 'expected {"add": [ids], "remove": [ids]}');
  const { add, remove } = change.output;
  if (add.length > 0) await kept.add(add);
  if (remove.length > 0) await kept.remove(remove);
  return { ids: kept.ids };
}

const historySchema = v.object({ resource: v.picklist(resourceKinds), id: idSchema });

function readHistory(event: H3Event, usage: UsageAnswers): unknown {
  const named = v.safeParse(historySchema, getRouterParams(event, { decode: true }));
  if (!named.success) throw new Refused(404, 'expected /usage/database/{id} or /usage/index/{id}');
  return usage.history(named.output.resource, named.output.id);
}

function unauthorized(): Response {
  return jsonAnswer(401, JSON.stringify({ error: 'open the latest address that fleetglass printed' }));
}

/** The answer contains the status of an error, and none of its details. */
function answerError({ status, unhandled }: HTTPError, { res }: H3Event): Response {
  if (unhandled) return refuse(500, 'the dashboard failed');
  const allow = res.headers.get('allow');
  const error = status === 404 ? 'unknown path' : 'this is not answered here';
  return refuse(status, error, allow === null ? {} : { allow });
}

/**
 * The page may load its own files, send requests to its own server, and turn no text into code. So even a defect of the
 * page cannot send data to another server.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const compress = promisify(gzip);

/** A smaller answer fits into one packet without compression. */
const MIN_BYTES = 1024;

/** JSON is compressed for browsers that accept it: the answers for a large fleet repeat ids and names of fields. */
async function completeAnswer(request: Request, answer: Response): Promise<Response> {
  const { status } = answer;
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  if (!acceptsGzip(request) || headers.get('content-type') !== 'application/json')
    return new Response(answer.body, { status, headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  headers.delete('content-length');
  if (bytes.length < MIN_BYTES) return new Response(bytes.length === 0 ? null : bytes, { status, headers });
  headers.set('content-encoding', 'gzip');
  headers.set('vary', 'accept-encoding');
  return new Response(new Uint8Array(await compress(bytes, { level: 1 })), { status, headers });
}
