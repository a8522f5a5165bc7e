import type { Database, Transition } from '../../index.js';
import { readState } from '../../core/records/database-state.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { valueOf } from '../history/create-history.js';
import type { History, HistoryColumn } from '../history/history.js';
import type { ResourceFacts } from './resource-facts.js';

/** A time during which the state of a database did not change. */
export interface Period {
  /** Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  /** A state of the service, or `missing`, `stale` or `unknown`. */
  readonly state: string;
  /** The change in progress; `undefined` at rest. */
  readonly change: string | undefined;
}

export interface TimelineRow {
  readonly id: string;
  readonly name: string;
  /** In the order of time, without gaps. Empty for a database without a record. */
  readonly periods: readonly Period[];
}

export interface Timeline {
  readonly from: number;
  readonly to: number;
  readonly rows: readonly TimelineRow[];
}

type Step = Omit<Period, 'to'>;

const MIN_SPAN_MS = 60_000;

/**
 * Makes a timeline from what a fleet remembers: the kept transitions, and the current records.
 *
 * @param transitions oldest first
 */
export function timelineOfFleet(
  resources: readonly ResourceFacts[],
  transitions: readonly Transition[],
  now: number,
): Timeline {
  const databases = resources.filter(({ resource }) => resource === 'database');
  const changes = new Map<string, Transition[]>(databases.map(({ id }) => [id, []]));
  for (const transition of transitions) changes.get(transition.id)?.push(transition);
  const starts = databases.map(({ id, entry }) => changes.get(id)?.[0]?.at ?? entry.changedAt ?? now);
  const first = starts.reduce((a, b) => Math.min(a, b), now);
  const span = Math.max(MIN_SPAN_MS, now - first);
  // The state before the first change is shown too.
  const from = now - span * 1.05;
  const rows = databases.map(({ id, name, entry }) => ({
    id,
    name,
    periods: periodsOf(
      stepsOf(entry as ResourceFacts['entry'] & { record: Database | undefined }, changes.get(id) ?? [], from, now),
      now,
    ),
  }));
  return { from, to: now, rows };
}

function stepsOf(entry: ResourceFacts['entry'], changes: readonly Transition[], start: number, now: number): Step[] {
  const record = entry.record as Database | undefined;
  if (record === undefined)
    return entry.status === 'missing' ? [{ from: start, state: 'missing', change: undefined }] : [];
  const before = (field: Transition['field']): string | undefined => {
    const first = changes.find((change) => change.field === field);
    return first === undefined ? readState(record, field) : first.from;
  };
  const from = Math.max(start, Math.min(bornAt(record, now), changes[0]?.at ?? entry.changedAt ?? now));
  let step: Step = { from, state: before('state') ?? 'unknown', change: before('modifying_state') };
  const steps = [step];
  for (const { at, field, to } of changes) {
    step = field === 'state' ? { ...step, from: at, state: to ?? 'unknown' } : { ...step, from: at, change: to };
    steps.push(step);
  }
  const { status, confirmedAt } = entry;
  if (status !== 'fresh') steps.push({ from: confirmedAt ?? from, state: status, change: undefined });
  return steps;
}

/** When a database was created, Unix milliseconds. A time that is absent or not yet over does not count. */
function bornAt({ creation_time: seconds }: { readonly creation_time?: unknown }, now: number): number {
  const at = typeof seconds === 'number' ? seconds * 1000 : -Infinity;
  return at < now ? at : -Infinity;
}

/** Makes a timeline of the databases in a history. @throws FleetError `invalid-request` if `state` was not captured */
export function timelineOfHistory(history: History, ids?: readonly string[]): Timeline {
  const { from, to, rowCount } = history;
  const hasState = history.fields.includes('state');
  refuseIssues(
    'configure',
    issueUnless(hasState, 'history', 'expected the captured field `state`: add it to the fields of the capture'),
  );
  const state = history.column('state');
  const change = history.fields.includes('modifying_state') ? history.column('modifying_state') : undefined;
  const wanted = ids && new Set(ids);
  const steps = new Map<string, Step[]>((ids ?? []).map((id) => [id, []]));
  for (let row = 0; row < rowCount; row++) {
    const id = textAt(history.id, row) ?? '';
    if (textAt(history.resource, row) !== 'database' || (wanted && !wanted.has(id))) continue;
    const at = history.at[row] ?? from;
    const status = textAt(history.status, row);
    const list = steps.get(id) ?? [];
    steps.set(id, list);
    list.push(
      status === 'fresh'
        ? { from: at, state: textAt(state, row) ?? 'unknown', change: (change && textAt(change, row)) || undefined }
        : { from: at, state: status ?? 'unknown', change: undefined },
    );
  }
  const rows = [...steps].map(([id, list]) => {
    const periods = periodsOf(list, to);
    return { id, name: id, periods: periods.filter((period) => period.state !== 'forgotten') };
  });
  return { from, to, rows };
}

function textAt(column: HistoryColumn, row: number): string | undefined {
  const value = valueOf(column, row);
  return value === undefined ? undefined : String(value);
}

/** Joins equal steps, and ends each where the next one begins. */
function periodsOf(steps: readonly Step[], to: number): Period[] {
  const periods: Period[] = [];
  steps.forEach(({ from, state, change }, at) => {
    const end = steps[at + 1]?.from ?? to;
    const last = periods.at(-1);
    if (end <= from) return;
    if (last?.state === state && last.change === change && last.to === from)
      periods[periods.length - 1] = { ...last, to: end };
    else periods.push({ from, to: end, state, change });
  });
  return periods;
}
