import { type Clock, type Credentials, type Fleet, systemClock } from '../../../index.js';
import { type HttpServer, startHttpServer } from '../../../http/http-server.js';
import { createProxyOn } from '../../../proxy/proxy-handler.js';
import { readProxyOptions } from '../../../proxy/proxy-options.js';
import { createUpstream } from '../../../proxy/upstream.js';
import { countAlerts, type ShownAlerts } from '../../../format/shown-alerts.js';
import { DASHBOARD_PORT } from '../../terminal/client-options.js';
import { listenWithFallback } from '../../terminal/listen-with-fallback.js';
import { type ActivityOptions, ActivityRecorder } from './activity-recorder.js';
import { createTokenAccess, openAccess } from './access.js';
import { createDashboardApp, type DashboardAppOptions, PROXY_PATH } from './dashboard-app.js';
import { type CreateRecords, recordCreates } from './kept-ids.js';
import { lastRecords, recordAnswers } from './last-records.js';
import { noUsage, type UsageAnswers } from './usage-answers.js';

export interface DashboardOptions extends ActivityOptions, CreateRecords, Pick<DashboardAppOptions, 'page'> {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly timeoutMs?: number;
  /** The fleet of the account. It gets the records that the page reads, and a page begins with its records. */
  readonly fleet: Fleet;
  readonly mayCreate: boolean;
  /** Returns the ids to show, at each request. `onCreated` must add the ids of created databases. */
  readonly ids: () => readonly string[];
  /** @default the page has no usage */
  readonly usage?: UsageAnswers | undefined;
  /** Reads the alerts of a monitor. @default no monitor */
  readonly readAlerts?: (() => Promise<ShownAlerts>) | undefined;
  /** The options with which a command finds the same account, after a space. @default none */
  readonly commandArguments?: string;
  /** Identifies the run of a demonstration. Everyone who reaches its port has access, because its account is public. */
  readonly demoRun?: string;
  /** @default `usualPort`, or a free port if it is in use */
  readonly port?: number | undefined;
  /** @default 4871 */
  readonly usualPort?: number;
  /** Called when a browser opened the address, with the address for the next browser. */
  readonly onOpened?: (next: string) => void;
  /** The clock of the activity. @default the clock of the platform */
  readonly clock?: Clock;
}

export interface Dashboard extends HttpServer {
  /** The address to open in a browser. An address with a token works in one browser, and then changes. */
  readonly url: string;
  readonly movedFrom?: number;
}

/** A longer list is cut: the page reads it often, and a person does not read so much. */
const MAX_ALERTS = 1000;

async function answerAlerts(read: DashboardOptions['readAlerts']): Promise<object> {
  if (read === undefined) return { status: 'none' };
  try {
    const { alerts, silences } = await read();
    return { status: 'listed', counts: countAlerts(alerts), alerts: alerts.slice(0, MAX_ALERTS), silences };
  } catch (error) {
    return { status: 'unreachable', problem: (error as Error).message };
  }
}

/** Serves the page and the proxy on loopback. @throws Error if it cannot listen; FleetError for an invalid option */
export async function startDashboard(options: DashboardOptions): Promise<Dashboard> {
  const { baseUrl, fleet, mayCreate, ids, demoRun, port, usualPort = DASHBOARD_PORT, kept, usage = noUsage } = options;
  let base = '';
  const onExchanged = (): void => options.onOpened?.(access.addressOf(base));
  const access = demoRun === undefined ? createTokenAccess(onExchanged) : openAccess;
  const settings = readProxyOptions({
    baseUrl,
    credentials: options.credentials,
    mountPath: PROXY_PATH,
    allowCreate: mayCreate,
    // The host guard of the server and `access` have already checked the request.
    authorize: () => true,
    onError: options.onError,
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
  });
  const { clock = systemClock } = options;
  const activity = await ActivityRecorder.start(options, clock);
  const upstream = activity.watch(recordAnswers(recordCreates(createUpstream(settings), options), fleet, systemClock));
  const facts = () => ({
    service: baseUrl,
    ids: ids(),
    mayCreate,
    keepsIds: kept !== undefined,
    commandArguments: options.commandArguments ?? '',
    run: demoRun,
  });
  const handle = createDashboardApp({
    page: options.page,
    access,
    proxy: createProxyOn(upstream, settings),
    facts,
    records: () => lastRecords(fleet, usage),
    alerts: () => answerAlerts(options.readAlerts),
    usage,
    activity: () => activity.answer(),
    kept,
  });
  const server = { handle, clock: systemClock, name: 'dashboard' };
  const listen = (at: number): Promise<HttpServer> => startHttpServer(server, { port: at });
  const { listening, ...moved } = await listenWithFallback(listen, port, usualPort).catch(async (error: unknown) => {
    await activity.close();
    throw error;
  });
  base = listening.url;
  return {
    ...listening,
    ...moved,
    get url() {
      return access.addressOf(base);
    },
    async close() {
      await listening.close();
      await activity.close();
    },
  };
}
