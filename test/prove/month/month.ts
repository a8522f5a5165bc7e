import { createFleet, limitSummaryOf, reportUsage, transitionsOf, type Fleet } from '../../../src/index.js';
import { createMonitor, type AlertEvent, type Channel, type Monitor, type Rule } from '../../../src/monitor/index.js';
import { createVirtualClock } from '../../../src/notebook/replay/virtual-clock.js';
import { createStore, type Store } from '../../../src/persistence/store.js';
import { createMemoryEngine, type MemoryEngine } from '../../persistence/memory-engine.js';
import { createSeededRandom } from '../../support/seeded-random.js';
import { MonthService, BURST, CONCURRENCY, PER_SECOND } from './month-service.js';
import { DAYS, HOUR_MS, START_MS, scriptMonth, type Outage, type Step } from './month-script.js';

const MINUTE_MS = 60_000;

/** The interval of each id, in any state: a month of the default intervals would take hours. */
const EVERY_MS = HOUR_MS;

/** After this time without a disturbance, everything is fresh: an id may have failed just before its end. */
const CALM_MS = 130 * MINUTE_MS;

/** The longest interval of the probes to a service that fails or refuses the account. */
const PROBE_MS: Readonly<Partial<Record<Outage, number>>> = {
  refused: 30_000,
  '503': 30_000,
  '401': 300_000,
  '403': 300_000,
};

/** The faster probes at the beginning, and the requests before three ids in a row have failed, retries included. */
const FIRST_REQUESTS = 70;

const FULL_LIMIT = 10_000;

const rules: readonly Rule[] = [
  { name: 'suspended', kind: 'state', in: ['suspended'], unless: [] },
  { name: 'missing', kind: 'missing', unless: [] },
  { name: 'full', kind: 'limit', ratio: 0.9, clearRatio: 0.8, fields: ['db_max_clients'] },
];

/** 02:30 is skipped when daylight saving begins, and occurs twice when it ends. */
const WINDOW = { name: 'nightly', cron: '30 2 * * *', timezone: 'Europe/Berlin', durationMs: HOUR_MS };

/** The time of day in the zone of the window. */
const berlin = new Intl.DateTimeFormat('en-GB', { timeZone: WINDOW.timezone, dateStyle: 'short', timeStyle: 'short' });

export type Month = Awaited<ReturnType<typeof simulateMonth>>;

/** The objects of one process, which are lost when it ends. */
interface Process {
  readonly store: Store;
  readonly fleet: Fleet;
  readonly monitor: Monitor;
  isAlive: boolean;
}

export async function simulateMonth(seed: number, size: { databases: number; indices: number }) {
  const ids = Array.from({ length: size.databases }, (_, place) => `db-${place}`);
  const indexIds = Array.from({ length: size.indices }, (_, place) => `index-${place}`);
  const script = scriptMonth(seed, ids, indexIds);
  const clock = createVirtualClock({ startMs: START_MS });
  const random = createSeededRandom(seed + 2000);
  /** Broken rules, the first 20. */
  const violations: string[] = [];
  /** The time of the script. Sleep advances it, and a changed clock does not. */
  let scriptMs = 0;
  let calmSinceMs = 0;
  let isChannelWorking = true;
  const report = (violation: string): void => {
    if (violations.length < 20) violations.push(`${(scriptMs / HOUR_MS).toFixed(2)} h: ${violation}`);
  };
  const service = new MonthService({ clock, seed, ids, indexIds, report });
  /** The states that transitions reported, in the order of their numbers, by id. */
  const states = new Map<string, string[]>();
  /** The numbers of the transitions, in the order in which they were reported. */
  const sequence: number[] = [];
  const delivered = new Map<string, AlertEvent>();
  const use = new Map<string, number>();
  const known = new Set(ids);
  /** When something last happened to an id. */
  const touchedMs = new Map<string, number>();
  /** `checks`: those of all records, while nothing disturbs. `held`: suspended databases that were seen in a window. */
  const counts = { restarts: 0, kills: 0, checks: 0, repeated: 0, held: 0 };
  let fleetValues: MemoryEngine = createMemoryEngine();
  let monitorValues: MemoryEngine = createMemoryEngine();
  let process = await start();
  process.fleet.databases.add(ids);

  async function start(): Promise<Process> {
    const store = createStore(fleetValues);
    const fleet = createFleet({
      baseUrl: 'http://localhost',
      credentials: { username: 'demo', password: 'demo' },
      clock,
      random,
      persistence: store,
      fetch: service.fetch as typeof fetch,
      polling: { cadence: () => EVERY_MS, perSecond: PER_SECOND, burst: BURST, concurrency: CONCURRENCY },
    });
    const channel: Channel = {
      name: 'pager',
      deliver({ event }) {
        if (!process.isAlive && process.fleet === fleet) return;
        // The receiver may get an event whose answer is lost.
        if (!isChannelWorking && random() < 0.5) throw new Error('the pager does not answer');
        receive(event);
        if (!isChannelWorking) throw new Error('the answer of the pager is lost');
      },
    };
    const maintenance = [{ ...WINDOW, rules: ['suspended'] }];
    const monitor = createMonitor({
      fleet,
      rules,
      channels: [channel],
      maintenance,
      state: monitorValues,
      clock,
      random,
    });
    const made: Process = { store, fleet, monitor, isAlive: true };
    transitionsOf(fleet)
      .since(sequence.at(-1) ?? 0)
      .subscribe(({ sequence: number, field, id, to }) => {
        if (!made.isAlive) return;
        sequence.push(number);
        if (field !== 'state') return;
        states.set(id, [...(states.get(id) ?? ['active']), String(to)]);
        if (to === 'suspended' && isInWindow(clock.now())) counts.held += 1;
      });
    fleet.databases.all.subscribe({ error: () => report('a view ended with an error') });
    fleet.indices.track();
    await clock.advance(1000);
    scriptMs += 1000;
    await Promise.all([fleet.ready, monitor.ready]);
    return made;
  }

  function receive(event: AlertEvent): void {
    if (delivered.has(event.idempotencyKey)) counts.repeated += 1;
    delivered.set(event.idempotencyKey, event);
    const { alert, kind, at } = event;
    // An event from before the window may be tried again in it.
    if (alert.rule === 'suspended' && kind === 'fired' && isInWindow(at) && isInWindow(clock.now()))
      report(`an alert of ${alert.id} in a maintenance window`);
  }

  async function restart(isKilled: boolean): Promise<void> {
    const { fleet, monitor, store } = process;
    const isSaved = (): boolean => fleet.storage.value.state === 'ready' && monitor.status.value.storage === 'saved';
    if (isKilled) {
      // A process that dies before it has saved loses what it has learnt since, and learns it again.
      for (let second = 0; second < 60 && !isSaved(); second++) await advance(1000);
      if (!isSaved()) report('not saved within a minute');
      process.isAlive = false;
      fleetValues = createMemoryEngine(new Map(fleetValues.values));
      monitorValues = createMemoryEngine(new Map(monitorValues.values));
      counts.kills += 1;
    } else {
      counts.restarts += 1;
    }
    fleet.dispose();
    const ended = Promise.all([monitor.dispose({ drainMs: isKilled ? 0 : 5000 }), store.close()]);
    await advance(10_000);
    await ended;
    process.isAlive = false;
    service.restart();
    process = await start();
    reportUse();
  }

  function reportUse(): void {
    for (const [id, ratio] of use)
      if (known.has(id)) reportUsage(process.fleet, 'database', id, { db_max_clients: Math.round(ratio * FULL_LIMIT) });
  }

  async function advance(ms: number): Promise<void> {
    await clock.advance(ms);
    scriptMs += ms;
  }

  async function perform(step: Step): Promise<void> {
    if ('id' in step) touchedMs.set(step.id, scriptMs);
    switch (step.kind) {
      case 'outage':
        service.begin(step.outage);
        break;
      case 'recovery': {
        const { outage, outageRequests } = service;
        const lengthMs = scriptMs - calmSinceMs;
        const most = FIRST_REQUESTS + lengthMs / (PROBE_MS[outage as Outage] ?? 0);
        if (outageRequests > most) report(`${outageRequests} requests in ${lengthMs} ms of ${outage}`);
        service.outage = undefined;
        break;
      }
      case 'channel':
        isChannelWorking = step.works;
        return;
      case 'sleep':
        clock.sleep(step.ms);
        scriptMs += step.ms;
        break;
      case 'clock':
        clock.sleep(step.ms);
        return;
      case 'restart':
        await restart(step.killed);
        break;
      case 'state':
        service.set(step.id, { state: step.state });
        return;
      case 'refused-id':
      case 'absent':
      case 'absent-index':
        if (step.isOn) service.faulty[step.kind].add(step.id);
        else service.faulty[step.kind].delete(step.id);
        return;
      case 'removed':
        process.fleet.databases.remove([step.id]);
        known.delete(step.id);
        return;
      case 'use':
        use.set(step.id, step.ratio);
        reportUse();
        return;
    }
    calmSinceMs = scriptMs;
  }

  function check(): void {
    const { fleet } = process;
    const tracked = fleet.databases.tracked.value;
    if (tracked.length !== known.size || tracked.some((id) => !known.has(id))) report('other ids are known');
    if (limitSummaryOf(fleet).value.databases !== undefined && clock.pending > 40)
      report(`${clock.pending} timers are armed`);
    if (service.outage !== undefined || scriptMs - calmSinceMs < CALM_MS) return;
    counts.checks += 1;
    const nowMs = clock.monotonic();
    for (const id of known) {
      const { record, status } = fleet.databases.entry(id).value;
      if (service.faulty['refused-id'].has(id) || scriptMs - (touchedMs.get(id) ?? 0) < CALM_MS) continue;
      const age = nowMs - (service.answeredMs.get(id) ?? 0);
      if (service.faulty.absent.has(id)) {
        if (status !== 'missing') report(`${id} does not exist and is ${status}`);
      } else if (status !== 'fresh') report(`${id} is ${status}`);
      else if (age > CALM_MS) report(`${id} was answered ${age / MINUTE_MS} min ago`);
      else if (record?.state !== service.stateOf(id)) report(`${id} is shown as ${record?.state}`);
      if (record !== undefined && record.database_id !== id) report(`${id} has the record of ${record.database_id}`);
    }
    const listed = fleet.indices.all.value.map(({ id }) => id);
    const expected = indexIds.filter((id) => !service.faulty['absent-index'].has(id));
    const isTouched = indexIds.some((id) => scriptMs - (touchedMs.get(id) ?? 0) < CALM_MS);
    if (!isTouched && listed.toSorted().join() !== expected.toSorted().join()) report('other indices are listed');
  }

  let nextCheckMs = HOUR_MS;
  for (const step of script.steps) {
    while (nextCheckMs < step.at) {
      if (nextCheckMs > scriptMs) await advance(nextCheckMs - scriptMs);
      reportUse();
      check();
      nextCheckMs += HOUR_MS;
    }
    if (step.at > scriptMs) await advance(step.at - scriptMs);
    await perform(step);
  }
  isChannelWorking = true;
  await advance(Math.max(0, DAYS * 24 * HOUR_MS - scriptMs));
  check();
  const knownIds = process.fleet.databases.tracked.value;
  for (const id of knownIds) {
    const shown = process.fleet.databases.record(id).value?.state;
    if (shown !== service.stateOf(id)) report(`${id} is shown as ${shown} at the end`);
  }
  if (process.monitor.status.value.channels.some(({ queued, dropped }) => queued + dropped > 0))
    report('events were not delivered');
  process.fleet.dispose();
  const ended = Promise.all([process.monitor.dispose(), process.store.close()]);
  await clock.advance(30_000);
  await ended;
  return {
    script,
    violations,
    states,
    alerts: kindsByKey(delivered.values()),
    sequence,
    knownIds,
    requests: service.requests,
    events: delivered.size,
    timersLeft: clock.pending,
    ...counts,
  };
}

/** On the last Sunday of October, the hour from 2 to 3 comes twice and has one window. */
function isInWindow(at: number): boolean {
  const [date = '', time = ''] = berlin.format(at).split(', ');
  return time >= '02:31' && time < '03:30' && date !== '25/10/2026';
}

/** The kinds of the delivered events without repetitions, by the key of the alert. */
function kindsByKey(events: Iterable<AlertEvent>): Map<string, string[]> {
  const kinds = new Map<string, string[]>();
  for (const { alert, kind } of events) kinds.set(alert.key, [...(kinds.get(alert.key) ?? []), kind]);
  return kinds;
}
