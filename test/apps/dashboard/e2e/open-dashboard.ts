import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { createFleet, type UsageEntry, type UsageValues } from '../../../../src/index.js';
import type { KeptIds } from '../../../../src/apps/dashboard/server/kept-ids.js';
import {
  startDashboard,
  type Dashboard,
  type DashboardOptions,
} from '../../../../src/apps/dashboard/server/start-dashboard.js';
import { createDemoSeed } from '../../../../src/apps/demo/demo-environment.js';
import { poll } from '../../../support/concurrent-tests.js';
import { createManualClock } from '../../../support/manual-clock.js';
import { problemsOf } from '../../../support/page-problems.js';
import { quickClock } from '../../../support/quick-clock.js';
import { startService } from '../../../support/start-service.js';
import { credentials } from '../server/dashboard-under-test.js';
import type { BrowserHarness } from './browser.js';
import { onDashboard } from './dashboard-page.js';

/** The lifecycle of a created database. */
export const lifecycle = { creatingMs: 1000, updatingMs: 1000 };

/** Options of {@link openDashboard}. */
export interface OpenOptions extends Partial<Pick<DashboardOptions, 'mayCreate' | 'readAlerts' | 'readAlertHistory'>> {
  /** The number of databases. @default 4 */
  readonly databases?: number;
  /** The password of the dashboard. @default the correct password */
  readonly password?: string;
  /** Whether the dashboard keeps the ids that are added and removed on the page. */
  readonly keepsIds?: boolean;
  /** Whether to open the page without the token of the printed address. */
  readonly withoutToken?: boolean;
  /** Whether {@link soon} can make the time of the page run faster. */
  readonly hasClock?: boolean;
  readonly browser?: BrowserContextOptions;
}

/** A dashboard in a browser. */
export type OpenDashboard = Awaited<ReturnType<typeof openDashboard>>;

/** Registers a function that runs at the end. The last one runs first. */
type OnEnd = (end: () => void | Promise<void>) => void;

/** Opens one dashboard for all tests of a block. A test leaves the page as the next one expects it. */
export function useDashboard(harness: BrowserHarness, options: OpenOptions = {}): () => OpenDashboard {
  const ends: (() => void | Promise<void>)[] = [];
  let opened: OpenDashboard | undefined;
  beforeAll(async () => {
    opened = await openDashboard(harness, options, (end) => ends.push(end));
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return () => opened ?? expect.unreachable('The dashboard is open in tests only.');
}

/**
 * Starts the local service and its dashboard, and opens the page. An error on the page fails the test.
 *
 * @param onEnd @default the end of the test
 */
export async function openDashboard(harness: BrowserHarness, options: OpenOptions = {}, onEnd: OnEnd = onTestFinished) {
  const {
    databases = 4,
    password = credentials.password,
    keepsIds = false,
    withoutToken = false,
    hasClock = false,
    browser,
    ...forwarded
  } = options;
  const seed = createDemoSeed(databases);
  const clock = createManualClock(Date.now());
  const service = await startService({ credentials, seed, lifecycle, clock });
  onEnd(() => service.close());
  const { baseUrl, control } = service;
  const records = await control.databases.list();
  const ids = new Map(records.map((record) => [String(record['database_name']), String(record['database_id'])]));
  const usage = new Map<string, readonly UsageEntry[]>();
  const created: string[] = [];
  const account = { ...credentials, password };
  const fleet = createFleet({ baseUrl, credentials: account });
  onEnd(() => fleet.dispose());
  const kept = keepsIds ? createKeptIds([...ids.values()]) : undefined;
  // The folder of its activity, which outlasts a restart.
  const folder = await mkdtemp(join(tmpdir(), 'fleetglass-test-'));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  const start = (port: number): Promise<Dashboard> =>
    startDashboard({
      page: harness.page,
      baseUrl,
      credentials: account,
      fleet,
      mayCreate: true,
      ids: () => kept?.ids ?? [...ids.values(), ...created],
      kept,
      activityFile: join(folder, 'activity.jsonl'),
      usage: {
        since: () => ({ at: Date.now(), readings: [...usage.values()].flat(), sources: [] }),
        history: (_, id) => usage.get(id) ?? [],
      },
      port,
      onCreated: (id) => created.push(id),
      onError: () => {},
      clock: quickClock,
      ...forwarded,
    });
  const dashboard = await start(0);
  onEnd(() => dashboard.close());
  const page = await openPage(harness, browser, onEnd);
  if (hasClock) await page.clock.install();
  await page.goto(withoutToken ? new URL('/', dashboard.url).href : dashboard.url);
  return {
    ...onDashboard(page),
    page,
    dashboard,
    control,
    /** The service's clock. Lifecycles advance only with it. */
    clock,
    /** Restarts a closed dashboard on the same port. */
    async reopen(): Promise<Dashboard> {
      const restarted = await start(dashboard.port);
      onEnd(() => restarted.close());
      return restarted;
    },
    /** The ids of the seeded databases, by name. The server sends them to the page until a test deletes them. */
    ids,
    /** Reports usage of a database. @param at Unix milliseconds */
    use(name: string, values: UsageValues<'database'>, at = Date.now(), source = 'test'): void {
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

/** The time that passes on the page before each check. Requests of the page time out after 15 s of this time. */
const STEP_MS = 500;

/** How often the page requests the ids, the activity and the alerts, and how often it tries to start. */
export const ASKS_MS = 5000;

/**
 * Repeats a check of the page until it passes. Meanwhile the time of the page runs several times faster, so that the page
 * asks its server again soon. The check itself must not wait.
 *
 * @param firstMs the time that passes before the first check, such as {@link ASKS_MS}
 */
export const soon = <T>({ page }: OpenDashboard, look: () => T | Promise<T>, firstMs = STEP_MS) => {
  let stepMs = firstMs;
  return poll(async () => {
    await page.clock.fastForward(stepMs);
    stepMs = STEP_MS;
    return look();
  });
};

/** Keeps ids in memory. */
function createKeptIds(first: readonly string[]): KeptIds {
  const kept = new Set(first);
  return {
    get ids() {
      return [...kept];
    },
    add: async (ids) => ids.forEach((id) => kept.add(id)),
    remove: async (ids) => ids.forEach((id) => kept.delete(id)),
    recordCreate: async () => async (id) => void (id !== undefined && kept.add(id)),
  };
}

async function openPage(harness: BrowserHarness, options: BrowserContextOptions = {}, onEnd: OnEnd): Promise<Page> {
  const context = await harness.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  onEnd(() => context.close());
  const page = await context.newPage();
  // The browser logs each error status. Tests cause these themselves.
  const problems = problemsOf(page, /^Failed to load resource/);
  onEnd(() => {
    if (problems.length > 0) throw new Error(`Errors on the page: ${problems.join('\n')}`);
  });
  return page;
}
