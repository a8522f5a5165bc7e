import { reportUsage } from '../../src/index.js';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeHeapSnapshot } from 'node:v8';
import { createFleet } from '../../src/core/fleet/fleet.js';
import {
  createMonitor,
  createPooledFetch,
  openMonitorState,
  webhookChannel,
  type Rule,
} from '../../src/monitor/index.js';
import { startMonitorServer } from '../../src/monitor/server/monitor-server.js';
import { openDirectory } from '../../src/persistence/directory/index.js';
import type { SoakCommand, SoakMessage, SoakTask } from './soak-messages.js';

/** Runs as a separate process, with `--expose-gc`: a monitor of 2,000 databases, 500 polls a second. */
const STEADY_IDS = 2000;
const INTERVAL_MS = 4000;
const CONCURRENCY = 32;

/** Databases that come and go each second. */
const CHURN = 20;

/** How many seconds a database stays. */
const CHURN_SECONDS = 10;

/** The IPC channel, a webhook and a scrape. */
const IDLE_SOCKETS = 4;

/** The service closes idle connections after 5 s. */
const MAX_PAUSE_MS = 7000;

const RULES_EVERY_MS = 10_000;

process.on('unhandledRejection', (error) => complain('unhandled rejection', error));
process.on('uncaughtException', (error) => complain('uncaught exception', error));
process.on('warning', (warning) => complain('warning', warning));

const socketCount = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

const send = (message: SoakMessage): void => void process.send?.(message);

function complain(what: string, error: unknown): void {
  send({ kind: 'complaint', text: `${what}: ${error instanceof Error ? error.stack : String(error)}` });
}

process.once('message', (task: SoakTask) => void run(task));

function rulesOf(aged: readonly string[], turn: number): readonly Rule[] {
  return [
    // Each breach is expected, even one that begins while polling is stopped.
    { name: 'state', kind: 'state', notIn: ['active'], severity: 'critical', unless: [] },
    { name: 'stuck', kind: 'transition', longerThanMs: 3000 },
    { name: 'missing', kind: 'missing', unless: [] },
    { name: 'drift', kind: 'drift' },
    { name: 'limit', kind: 'limit', fields: ['db_max_clients'], ratio: 0.9 },
    { name: 'forecast', kind: 'forecast', fields: ['db_memory_threshold'], withinMs: 3_600_000 },
    { name: 'age', kind: 'age', longerThanMs: 12_000, ids: aged, unless: [] },
    { name: 'polling', kind: 'polling', in: ['stopped'] },
    // Each reload changes this rule, and every second one its name.
    { name: `reloaded-${turn % 2}`, kind: 'state', in: [`no-state-${turn}`] },
  ];
}

async function run({ serviceUrl, webhookUrl, directory, sampleMs, watched, aged }: SoakTask): Promise<void> {
  const pooled = createPooledFetch();
  const persistence = await openDirectory(join(directory, 'fleet'));
  const state = await openMonitorState(join(directory, 'monitor'));
  let polls = 0;
  const fleet = createFleet({
    baseUrl: serviceUrl,
    credentials: { username: 'soak', password: 'soak' },
    fetch(url, init) {
      polls += 1;
      return pooled.fetch(url, init);
    },
    timeoutMs: 2000,
    // Otherwise the memory would grow with records of forgotten ids for the first five minutes.
    retainMs: 5000,
    persistence,
    polling: { concurrency: CONCURRENCY, perSecond: 1000, burst: 100, cadence: () => INTERVAL_MS },
  });
  const secret = Buffer.alloc(32, 1).toString('base64');
  const monitor = createMonitor({
    fleet,
    rules: rulesOf(aged, 0),
    channels: [webhookChannel({ name: 'pager', url: webhookUrl, secret, timeoutMs: 1000 })],
    state,
  });
  monitor.events.subscribe(({ kind, alert: { id } }) => {
    if (kind === 'fired') send({ kind, id });
  });
  await monitor.ready;
  const server = await startMonitorServer(monitor, { port: 0 });
  fleet.databases.add(Array.from({ length: STEADY_IDS }, (_, at) => `steady-${at}`));
  // A store keeps its last 1,000 unused entries. Otherwise they would fill during the measurement.
  const unused = Array.from({ length: 1000 }, (_, at) => `unused-${at}`);
  fleet.databases.add(unused);
  fleet.databases.remove(unused);
  const untrack = fleet.databases.track(watched, { everyMs: 1000 });

  let second = 0;
  const churn = setInterval(() => {
    const idsAt = (at: number): readonly string[] => Array.from({ length: CHURN }, (_, id) => `churn-${at}-${id}`);
    second += 1;
    fleet.databases.add(idsAt(second));
    if (second > CHURN_SECONDS) fleet.databases.remove(idsAt(second - CHURN_SECONDS));
  }, 1000);
  let turn = 0;
  const reload = setInterval(() => monitor.setRules(rulesOf(aged, (turn += 1))), RULES_EVERY_MS);
  const sample = setInterval(() => {
    globalThis.gc?.();
    globalThis.gc?.();
    const resources: Record<string, number> = {};
    for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1;
    const { known } = fleet.polling.status.value;
    const alerts = monitor.alerts.value.map(({ key }) => key);
    send({ kind: 'sample', polls, resources, alerts, known });
  }, sampleMs);

  async function stop(): Promise<void> {
    for (const timer of [churn, reload, sample]) clearInterval(timer);
    untrack();
    await server.close();
    await monitor.dispose();
    fleet.dispose();
    await pooled.close();
    await state.close();
    await persistence.close();
    // With no handle left, the process ends.
    process.disconnect();
  }

  /** Requests in flight and their sockets would hide a small leak. */
  async function snapshot(path: string): Promise<void> {
    const pausedMs = performance.now();
    fleet.polling.pause();
    while (socketCount() > IDLE_SOCKETS && performance.now() - pausedMs < MAX_PAUSE_MS) await delay(50);
    globalThis.gc?.();
    writeHeapSnapshot(path);
    fleet.polling.resume();
    send({ kind: 'snapshot', path, polls, pausedMs, resumedMs: performance.now() });
  }

  process.on('message', (command: SoakCommand) => {
    if (command.kind === 'stop') return void stop();
    if (command.kind === 'snapshot') return void snapshot(command.path);
    const { id } = command;
    if (command.kind === 'use') return reportUsage(fleet, 'database', id, { db_max_clients: command.clients });
    const now = Date.now();
    for (let point = 1; point <= 31; point++) {
      const at = now - (31 - point) * (command.isGrowing ? 60_000 : 1000);
      const used = command.isGrowing ? 2e9 + point * 2e7 : 1e9;
      reportUsage(fleet, 'database', id, { db_memory_threshold: used }, { at });
    }
  });
  send({ kind: 'ready', metricsUrl: `${server.url}/metrics` });
}
