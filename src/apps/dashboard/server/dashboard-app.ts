import { H3, type H3Event, type HTTPError } from 'h3';
import { refuse } from '../../../http/refuse.js';
import { refuseCrossSite } from '../../../proxy/cross-site.js';
import { failureAnswer } from '../../../proxy/failure-answer.js';
import { jsonAnswer } from '../../../proxy/json-answer.js';
import type { ProxyHandler } from '../../../proxy/index.js';
import type { Access } from './access.js';
import type { DashboardFacts, DashboardUsage } from './dashboard-facts.js';
import type { Page } from './page.js';
import { withSecurityHeaders } from './security-headers.js';
import { servePage } from './page.js';

/** The path of the proxy. */
export const PROXY_PATH = '/fleet';

/** Options of {@link createDashboardApp}. */
export interface DashboardAppOptions {
  readonly page: Page;
  readonly access: Access;
  /** Mounted at {@link PROXY_PATH}. */
  readonly proxy: ProxyHandler;
  readonly facts: () => DashboardFacts;
  /** @default none: `/usage` is answered with 404 */
  readonly usage?: (() => readonly DashboardUsage[]) | undefined;
}

/** Creates the request handler of the dashboard: the page, `/known`, `/usage` and the proxy. It never rejects. */
export function createDashboardApp(options: DashboardAppOptions): (request: Request) => Promise<Response> {
  const { page, access, proxy, facts, usage } = options;
  const app = new H3({ silent: true, allowMalformedURL: true, onError: answerError });

  app.get('/known', (event) => answerJson(event, access, facts));
  if (usage !== undefined) app.get('/usage', (event) => answerJson(event, access, usage));
  app.all(`${PROXY_PATH}/**`, (event) => (access.isAdmitted(event) ? proxy(event.req) : unauthorized()));
  app.get('/', (event) => access.exchange(event) ?? servePage(event, page));
  app.all('/**', (event) => servePage(event, page));

  return async (request) => withSecurityHeaders(await app.fetch(request));
}

/** Answers the page's own requests with JSON. Other requests are refused as the proxy refuses them. */
function answerJson(event: H3Event, access: Access, read: () => unknown): Response {
  try {
    refuseCrossSite(event.req, undefined);
  } catch (refused) {
    return failureAnswer(refused);
  }
  return access.isAdmitted(event) ? jsonAnswer(200, JSON.stringify(read())) : unauthorized();
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
