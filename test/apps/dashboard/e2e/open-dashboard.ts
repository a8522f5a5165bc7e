import type { BrowserContextOptions, Page } from 'playwright';
import { onTestFinished } from 'vitest';
import type { DashboardUsage } from '../../../../src/apps/dashboard/server/dashboard-facts.js';
import { startDashboard, type Dashboard } from '../../../../src/apps/dashboard/server/start-dashboard.js';
import { createDemoSeed } from '../../../../src/apps/demo/demo-seed.js';
import { createControlClient, createService, type ControlClient, type Service } from '../../../../src/service/index.js';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.js';
import type { Stage } from './browser.js';
import { onDashboard, type DashboardPage } from './dashboard-page.js';

/** How long what is created goes through each of the changes that it begins with. */
export const lifecycle = { creatingMs: 1000, updatingMs: 1000 };

const credentials = { username: 'canary-user', password: 'canary-password-of-some-length' };

/** How a dashboard is opened, and of what. */
export interface OpenOptions {
  /** How many databases there are. @default 4 */
  readonly databases?: number;
  /** The password that the dashboard was given. @default the right one */
  readonly password?: string;
  readonly mayCreate?: boolean;
  /** Without the address that was printed: what somebody gets who guesses the port. */
  readonly withoutToken?: boolean;
  readonly browser?: BrowserContextOptions;
}

/** A dashboard in a browser, and what stands behind it. */
export interface OpenDashboard extends DashboardPage {
  readonly page: Page;
  readonly dashboard: Dashboard;
  /** Starts it anew at the same port, once it is closed. */
  reopen(): Promise<Dashboard>;
  readonly service: Service;
  readonly control: ControlClient;
  /** The service's clock: what is created changes when it is advanced, and not before. */
  readonly clock: ManualClock;
  /** The ids of the first databases, by their names. The server gives these ids to the page: it withdraws a deleted one. */
  readonly ids: Map<string, string>;
  /** Says what is used of a database's limits. */
  use(name: string, values: DashboardUsage['values']): void;
}

/** Starts the local service and its dashboard, and opens that. A script that fails on the page fails the test. */
export async function openDashboard(stage: Stage, options: OpenOptions = {}): Promise<OpenDashboard> {
  const { databases = 4, password = credentials.password, mayCreate = true, withoutToken = false } = options;
  const token = 'canary-control-token';
  const seed = createDemoSeed(databases);
  const clock = createManualClock(Date.now());
  const service = createService({ credentials, controlToken: token, seed, lifecycle, clock });
  onTestFinished(() => service.close());
  const { url: baseUrl } = await service.listen();
  const control = createControlClient({ baseUrl, token });
  const records = await control.databases.list();
  const ids = new Map(records.map((record) => [String(record['database_name']), String(record['database_id'])]));
  const usage = new Map<string, DashboardUsage>();
  const created: string[] = [];
  const start = (port: number): Promise<Dashboard> =>
    startDashboard({
      page: stage.page,
      baseUrl,
      credentials: { ...credentials, password },
      mayCreate,
      ids: () => [...ids.values(), ...created],
      usage: () => [...usage.values()],
      port,
      onCreated: (id) => created.push(id),
      onError: () => {},
    });
  const dashboard = await start(0);
  onTestFinished(() => dashboard.close());
  const page = await openPage(stage, options.browser);
  await page.goto(withoutToken ? new URL('/', dashboard.url).href : dashboard.url);
  return {
    ...onDashboard(page),
    page,
    dashboard,
    service,
    control,
    clock,
    async reopen() {
      const anew = await start(dashboard.port);
      onTestFinished(() => anew.close());
      return anew;
    },
    ids,
    use(name, values) {
      const id = ids.get(name) ?? '';
      usage.set(id, { resource: 'database', id, values, at: Date.now(), source: 'test' });
    },
  };
}

async function openPage(stage: Stage, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  // The browser itself writes of every answer that is an error; those are tests' own doing.
  page.on('console', (said) => {
    if (said.type() === 'error' && !said.text().startsWith('Failed to load resource')) failures.push(said.text());
  });
  onTestFinished(() => {
    if (failures.length > 0) throw new Error(`The page complains: ${failures.join('\n')}`);
  });
  return page;
}
