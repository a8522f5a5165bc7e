import { createHash, timingSafeEqual } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { encodeCredentials } from '../../core/wire/credentials.js';
import { acceptsGzip } from '../../http/accepts-gzip.js';
import { answerJson, refuse } from '../../http/refuse.js';
import type { AlertRecord } from '../history/alert-history.js';
import type { Metrics } from '../metrics/create-metrics.js';
import type { PasswordOptions } from '../channels/http-channel.js';
import { formatAlertHistory, formatAlertList, type ListedMonitor } from './alert-list.js';
import type { MonitorHealth } from './health.js';

/** The parts of a `Monitor` that its server shows. */
export interface ServedMonitor extends ListedMonitor {
  readonly status: { readonly value: { readonly phase: 'restoring' | 'running' | 'disposed' } };
  readonly metrics: Metrics;
  history(): readonly AlertRecord[];
  health(): MonitorHealth;
}

/** A request needs the account or the token. If neither is set, every request is allowed. */
export interface Access extends PasswordOptions {
  readonly token?: string | undefined;
}

/** @param access required for all pages except those of the health */
export function createAnswer(monitor: ServedMonitor, access: Access): (request: Request) => Promise<Response> {
  const { metrics, health } = monitor;
  const isAllowed = createGuard(access);
  const expected = [...(access.password ? ['Basic'] : []), ...(access.token ? ['Bearer'] : [])];
  const challenge = expected.map((scheme) => `${scheme} realm="fleetglass monitor", charset="UTF-8"`).join(', ');

  const pages: Readonly<Record<string, (request: Request) => Response>> = {
    '/metrics': (request) => answerText(request, metrics.contentType, metrics.read),
    '/alerts': (request) => answerAlerts(monitor, request),
    '/healthz': () => answerHealth(health().failures),
    '/readyz': () => answerHealth(health().unready),
  };
  const open = ['/healthz', '/readyz'];

  return async (request) => {
    if (!URL.canParse(request.url)) return refuse(400, 'the Host header is invalid');
    const { pathname } = new URL(request.url);
    const answer = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined;
    if (!open.includes(pathname) && !isAllowed(request))
      return refuse(401, 'expected the account or the token of the monitor', { 'www-authenticate': challenge });
    if (answer === undefined) return refuse(404, 'expected /metrics, /alerts, /healthz or /readyz');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(405, 'expected GET or HEAD', { allow: 'GET, HEAD' });
    return answer(request);
  };
}

function createGuard({ username, password, token }: Access): (request: Request) => boolean {
  const expected = [
    ...(username && password ? [digest(`basic ${encodeCredentials({ username, password })}`)] : []),
    ...(token === undefined ? [] : [digest(`bearer ${token}`)]),
  ];
  if (expected.length === 0) return () => true;
  return ({ headers }) => {
    const [, scheme = '', given = ''] =
      /^(basic|bearer) +([\w.~+/=-]*) *$/i.exec(headers.get('authorization') ?? '') ?? [];
    const digested = digest(`${scheme.toLowerCase()} ${given}`);
    // Digests have equal lengths, and take the same time to compare whatever differs.
    return expected.some((each) => timingSafeEqual(digested, each));
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const WITHOUT_ALERTS = {
  restoring: 'The kept state is being read.',
  running: undefined,
  disposed: 'The monitor has ended.',
} as const;

function answerAlerts(monitor: ServedMonitor, request: Request): Response {
  const reason = WITHOUT_ALERTS[monitor.status.value.phase];
  if (reason !== undefined) return answerHealth([reason]);
  if (new URL(request.url).searchParams.has('history'))
    return answerText(request, 'application/json', () => formatAlertHistory(monitor.history()));
  return answerText(request, 'application/json', (signal) => formatAlertList(monitor, signal));
}

function answerText(request: Request, type: string, read: Metrics['read']): Response {
  const isCompressed = acceptsGzip(request);
  const headers = {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    ...(isCompressed && { 'content-encoding': 'gzip' }),
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  const text = Readable.from(read(request.signal), { objectMode: false });
  // The text is repetitive: the fastest level compresses it nearly as well as the others. A failure or a closed
  // connection ends both streams; the reader of the answer gets the error.
  const sent = isCompressed ? pipeline(text, createGzip({ level: constants.Z_BEST_SPEED }), () => {}) : text;
  return new Response(Readable.toWeb(sent) as ReadableStream, { headers });
}

function answerHealth(reasons: readonly string[]): Response {
  const isWell = reasons.length === 0;
  const text = JSON.stringify(isWell ? { status: 'ok' } : { status: 'unavailable', reasons });
  return answerJson(isWell ? 200 : 503, text, { 'x-content-type-options': 'nosniff' });
}
