import type { Credentials } from '../../../core/api/credentials.js';
import { startHttpServer } from '../../../http/http-server.js';
import { createProxyHandler } from '../../../proxy/index.js';
import { systemClock } from '../../../core/shared/clock.js';
import { DASHBOARD_PORT } from '../../terminal/client-options.js';
import { listenWithFallback } from '../../terminal/listen-with-fallback.js';
import { createTokenAccess, openAccess } from './access.js';
import { createDashboardApp, PROXY_PATH } from './dashboard-app.js';
import type { DashboardUsage } from './dashboard-facts.js';
import { noteCreated } from './note-created.js';
import type { Page } from './page.js';

/** What a dashboard shows, and to whom. */
export interface DashboardOptions {
  readonly page: Page;
  /** Address of the service. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly timeoutMs?: number;
  readonly mayCreate: boolean;
  /** The ids to show now; asked each time. Those that are created are for `onCreated` to add. */
  readonly ids: () => readonly string[];
  /** @default there is none */
  readonly usage?: () => readonly DashboardUsage[];
  /**
   * Set for a demonstration, whose account is public: then whoever reaches the port may look. Tells its runs apart.
   */
  readonly demoRun?: string;
  /** @default `usualPort`, or any free one where that is in use */
  readonly port?: number | undefined;
  /** @default 4871 */
  readonly usualPort?: number;
  readonly onCreated: (id: string) => void;
  /** Hears that a browser opened the address, and the address for the next browser. */
  readonly onOpened?: (next: string) => void;
  /** Hears why a request was not served. */
  readonly onError: (error: unknown) => void;
}

/** A dashboard that listens. */
export interface Dashboard {
  /** To be opened in a browser. Where it holds a token, one browser can use it; then it is another address. */
  readonly url: string;
  readonly port: number;
  /** The port that it would have had, were that not in use. */
  readonly movedFrom?: number;
  close(): Promise<void>;
}

/** Serves the page and the proxy on loopback. @throws Error where it cannot listen; FleetError for a wrong option */
export async function startDashboard(options: DashboardOptions): Promise<Dashboard> {
  const { page, baseUrl, mayCreate, ids, usage, demoRun, port, usualPort = DASHBOARD_PORT } = options;
  let base = '';
  const onExchanged = (): void => options.onOpened?.(access.addressOf(base));
  const access = demoRun === undefined ? createTokenAccess(onExchanged) : openAccess;
  const proxy = createProxyHandler({
    baseUrl,
    credentials: options.credentials,
    mountPath: PROXY_PATH,
    allowCreate: mayCreate,
    // The host guard of the server and `access` have let it pass before.
    authorize: () => true,
    onError: options.onError,
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
  });
  const facts = () => ({
    service: baseUrl,
    ids: ids(),
    mayCreate,
    isDemo: demoRun !== undefined,
    ...(demoRun !== undefined && { run: demoRun }),
  });
  const handle = createDashboardApp({ page, access, proxy: noteCreated(proxy, options.onCreated), facts, usage });
  const server = { handle, clock: systemClock, name: 'dashboard' };
  const wanted = { port, usualPort };
  const { listening, ...moved } = await listenWithFallback((at) => startHttpServer(server, { port: at }), wanted);
  base = listening.url;
  const dashboard = {
    ...listening,
    ...moved,
    get url() {
      return access.addressOf(base);
    },
  };
  return dashboard;
}
