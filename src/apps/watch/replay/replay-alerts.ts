import { type Clock, type Database, type Fleet, reportUsage, type VectorIndex } from '../../../index.js';
import { createFleetOn } from '../../../core/fleet/fleet.js';
import { detailOf, type FleetError } from '../../../core/shared/fleet-error.js';
import type { AlertEvent } from '../../../monitor/alerts/alert.js';
import { createMonitor } from '../../../monitor/create-monitor.js';
import type { MonitorLog } from '../../../monitor/log/monitor-log.js';
import { createSeededRandom } from '../../../notebook/history/seeded-random.js';
import { limitOfUse } from '../../../notebook/history/history-fields.js';
import type { HistoryRow } from '../../../notebook/history/history.js';
import { refused, withoutCreates } from '../../../notebook/replay/simulated-service.js';
import { createVirtualClock } from '../../../notebook/replay/virtual-clock.js';
import type { WatchConfig } from '../config/read-config.js';
import { fleetOptionsOf } from '../daemon/fleet-options.js';
import { readFile } from 'node:fs/promises';
import { describeSystemError } from '../../../monitor/system/describe-system-error.js';
import { historyFrom } from '../../../notebook/history/history-from.js';
import { Interrupted, UsageError } from '../../terminal/command-errors.js';

export interface ReplayedEvent {
  readonly event: AlertEvent;
  /** The maintenance window, or the rule of `unless`, that would have kept it from being sent. */
  readonly quiet: string | undefined;
}

const SLICE_MS = 60_000;

/**
 * Runs a captured history through a fleet and a monitor with the polling and the rules of a configuration, on a virtual
 * clock. The service answers each request with the facts that the history has at this time. It answers 404 for a missing
 * database, and 503 for a stale database or a list whose indices are all stale. Rejects if the signal aborts.
 */
export async function replayAlerts(
  { rows, to }: Awaited<ReturnType<typeof readRows>>,
  config: WatchConfig,
  signal: AbortSignal,
): Promise<readonly ReplayedEvent[]> {
  const from = rows[0]?.at ?? to;
  const clock = createVirtualClock({ startMs: from });
  const facts = createFacts();
  const fleet = createFleetOn(
    { operationsOf: () => facts.operations },
    { ...fleetOptionsOf(config), clock, random: createSeededRandom(1, 0) },
  );
  const { maintenance } = config;
  // A history lacks most fields of a record, so each record would depart from the documented API.
  const kept = config.rules.filter(({ kind }) => kind !== 'drift');
  const names = new Set(kept.map(({ name }) => name));
  const rules = kept.map((rule) => ({ ...rule, unless: rule.unless?.filter((name) => names.has(name)) }));
  const held = new Set<unknown>();
  // A held alert that outlasts its quiet time is sent then.
  const log: MonitorLog = (_, name, facts) => {
    if (name === 'alert-released') held.delete(facts?.['alert']);
  };
  const monitor = createMonitor({ fleet, clock, log, rules, maintenance, random: createSeededRandom(1, 1) });
  const events: ReplayedEvent[] = [];
  monitor.events.subscribe((event) => {
    const { kind, alert } = event;
    const quiet = monitor.quietOf(alert)?.name;
    if (kind === 'fired' && quiet !== undefined) held.add(alert.key);
    // The end of an alert that was sent is sent too.
    events.push({ event, quiet: held.has(alert.key) ? quiet : undefined });
    if (kind === 'cleared') held.delete(alert.key);
  });
  fleet.indices.track();
  feed(rows, fleet, clock, facts.set);
  while (clock.now() < to && !signal.aborted) {
    await clock.advance(Math.min(SLICE_MS, to - clock.now()));
    // The signal of the terminal arrives between slices.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  // The rules are evaluated once a second.
  await clock.advance(2000);
  fleet.dispose();
  await Promise.all([monitor.dispose({ drainMs: 0 }), clock.advance(2000)]);
  // The events of a part would look like those of the whole history.
  if (signal.aborted) throw new Interrupted();
  return events.filter(({ event }) => event.reason !== 'forgotten' || event.at <= to);
}

function createFacts() {
  const last = new Map<string, HistoryRow>();
  return {
    set: (row: HistoryRow): void => void last.set(`${row.resource}/${row.id}`, row),
    operations: {
      ...withoutCreates,
      async listVectorIndices() {
        const rows = [...last.values()].filter(({ resource }) => resource === 'index');
        const listed = rows.filter(({ status }) => status === 'fresh' || status === 'stale');
        // The captured fleet could not read the list. A list without these indices would say that they are gone.
        if (listed.length > 0 && listed.every(({ status }) => status === 'stale'))
          throw refused('unavailable', 'list-vector-indices', 503);
        return listed.map(({ id, values }) => ({ ...recordOf(values), id }) as unknown as VectorIndex);
      },
      async getDatabase(id: string): Promise<Database> {
        const { status = 'missing', values = {} } = last.get(`database/${id}`) ?? {};
        if (status === 'missing' || status === 'forgotten') throw refused('not-found', 'get-database', 404);
        if (status === 'stale') throw refused('unavailable', 'get-database', 503);
        return { state: 'active', ...recordOf(values), database_id: id } as unknown as Database;
      },
    },
  };
}

function recordOf(values: HistoryRow['values']): object {
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => value != null && limitOfUse(field) === undefined),
  );
}

/** @param set called with each row at its time */
function feed(rows: readonly HistoryRow[], fleet: Fleet, clock: Clock, set: (row: HistoryRow) => void): void {
  let next = 0;
  const apply = (): void => {
    for (let row = rows[next]; row !== undefined && row.at <= clock.now(); row = rows[++next]) {
      set(row);
      if (row.resource === 'database' && row.status === 'forgotten') fleet.databases.remove([row.id]);
      else if (row.resource === 'database') fleet.databases.add([row.id]);
      if (row.status === 'fresh') report(fleet, row);
    }
    const following = rows[next];
    if (following !== undefined) clock.schedule(apply, following.at - clock.now());
  };
  apply();
}

function report(fleet: Fleet, { resource, id, values }: HistoryRow): void {
  const used = Object.entries(values).flatMap(([field, value]) => {
    const limit = limitOfUse(field);
    return limit === undefined || typeof value !== 'number' || value < 0 ? [] : [[limit, value]];
  });
  if (used.length > 0) reportUsage(fleet, resource, id, Object.fromEntries(used));
}

/** @returns `to`: the end of the capture, Unix milliseconds */
export async function readRows(file: string) {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new UsageError(`Cannot read the history ${file}: ${describeSystemError(error)}.`);
  });
  const history = await historyFrom(bytes, { contradictions: 'last' }).catch((error: FleetError) => {
    throw new UsageError(`The file ${file} is not a history: ${detailOf(error)}.`);
  });
  return { rows: [...history.rows()], to: history.to };
}
