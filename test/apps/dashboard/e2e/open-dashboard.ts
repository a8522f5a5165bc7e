import type { BrowserContextOptions, Page } from 'playwright';
import { onTestFinished } from 'vitest';
import { createFleet, type UsageEntry, type UsageValues } from '../../../../src/index.js';
import type { KeptIds } from '../../../../src/apps/dashboard/server/kept-ids.js';
import { startDashboard, type Dashboard } from '../../../../src/apps/dashboard/server/start-dashboard.js';
import { createDemoSeed } from '../../../../src/apps/demo/demo-seed.js';
import { createControlClient, createService, type ControlClient, type Service } from '../../../../src/service/index.js';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.js';
import type { BrowserHarness } from './browser.js';
import { onDashboard, type DashboardPage } from './dashboard-page.js';

/** The lifecycle of a created database. */
export const lifecycle = { creatingMs: 1000, updatingMs: 1000 };

const credentials = { username: 'canary-user', password: 'canary-password-of-some-length' };

/** Options of {@link openDashboard}. */
export interface OpenOptions {
  /** The number of databases. @default 4 */
  readonly databases?: number;
  /** The password of the dashboard. @default the correct password */
  readonly password?: string;
  readonly mayCreate?: boolean;
  /** Whether the dashboard keeps the ids that are added and removed on the page. */
  readonly keepsIds?: boolean;
  /** Whether to open the page without the token of the printed address. */
  readonly withoutToken?: boolean;
  readonly browser?: BrowserContextOptions;
}

/** A dashboard in a browser, and its service. */
export interface OpenDashboard extends DashboardPage {
  readonly page: Page;
  readonly dashboard: Dashboard;
  /** Restarts a closed dashboard on the same port. */
  reopen(): Promise<Dashboard>;
  readonly service: Service;
  readonly control: ControlClient;
  /** The service's clock. Lifecycles advance only with it. */
  readonly clock: ManualClock;
  /** The ids of the seeded databases, by name. The server sends these ids to the page. Deleting one removes it from the page. */
  readonly ids: Map<string, string>;
  /** Reports usage of a database. @param at Unix milliseconds. @default now */
  use(name: string, values: UsageValues<'database'>, at?: number, source?: string): void;
}

/** Starts the local service and its dashboard, and opens the page. An error on the page fails the test. */
export async function openDashboard(harness: BrowserHarness, options: OpenOptions = {}): Promise<OpenDashboard> {
  const {
    databases = 4,
    password = credentials.password,
    mayCreate = true,
    keepsIds = false,
    withoutToken = false,
  } = options;
  const token = 'canary-control-token';
  const seed = createDemoSeed(databases);
  const clock = createManualClock(Date.now());
  const service = createService({ credentials, controlToken: token, seed, lifecycle, clock });
  onTestFinished(() => service.close());
  const { url: baseUrl } = await service.listen();
  const control = createControlClient({ baseUrl, token });
  const records = await control.databases.list();
  const ids = new Map(records.map((record) => [String(record['database_name']), String(record['database_id'])]));
  const usage = new Map<string, readonly UsageEntry[]>();
  const created: string[] = [];
  const account = { ...credentials, password };
  const fleet = createFleet({ baseUrl, credentials: account });
  onTestFinished(() => fleet.dispose());
  const kept = keepsIds ? createKeptIds([...ids.values()]) : undefined;
  const start = (port: number): Promise<Dashboard> =>
    startDashboard({
      page: harness.page,
      baseUrl,
      credentials: account,
      fleet,
      mayCreate,
      ids: () => kept?.ids ?? [...ids.values(), ...created],
      kept,
      usage: {
        since: () => ({ at: Date.now(), readings: [...usage.values()].flat(), sources: [] }),
        history: (_, id) => usage.get(id) ?? [],
      },
      port,
      onCreated: (id) => created.push(id),
      onError: () => {},
    });
  const dashboard = await start(0);
  onTestFinished(() => dashboard.close());
  const page = await openPage(harness, options.browser);
  await page.goto(withoutToken ? new URL('/', dashboard.url).href : dashboard.url);
  return {
    ...onDashboard(page),
    page,
    dashboard,
    service,
    control,
    clock,
    async reopen() {
      const restarted = await start(dashboard.port);
      onTestFinished(() => restarted.close());
      return restarted;
    },
    ids,
    use(name, values, at = Date.now(), source = 'test') {
      const id = ids.get(name) ?? '';
      const before = usage.get(id) ?? [];
      const reading = { resource: 'database', id, at, source } as const;
      const readings = Object.entries(values).map(([field, used]): UsageEntry => {
        const earlier = before.find((each) => each.field === field)?.history ?? [];
        return { ...reading, field: field as UsageEntry['field'], used, history: [...earlier, at, used] };
      });
      usage.set(id, readings);
    },
  };
}

/** Keeps ids in memory. */
function createKeptIds(first: readonly string[]): KeptIds {
  const kept = new Set(first);
  return {
    get ids() {
      return [...kept];
    },
    add: async (ids) => ids.forEach((id) => kept.add(id)),
    remove: async (ids) => ids.forEach((id) => kept.delete(id)),
    recordCreate: async () => ({ succeed: async (id) => void kept.add(id), fail: () => {} }),
  };
}

async function openPage(harness: BrowserHarness, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await harness.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  // The browser logs each error status. Tests cause these themselves.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      failures.push(message.text());
  });
  onTestFinished(() => {
    if (failures.length > 0) throw new Error(`Errors on the page: ${failures.join('\n')}`);
  });
  return page;
}
