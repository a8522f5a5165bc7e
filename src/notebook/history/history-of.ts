import { readOptions, type OptionRules } from '../../core/shared/read-options.js';
import { refuseIssues } from '../../core/shared/refuse-issues.js';
import { transitionsOf } from '../../core/fleet/transitions.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import { kernelOf, type Kernel } from '../../core/fleet/kernel.js';
import { usagePart } from '../../core/limits/usage.js';
import { resourceKinds, type ResourceKind } from '../../core/shared/resource-kind.js';
import type { Entry } from '../../core/store/entry.js';
import type { Transition } from '../../core/fleet/transition.js';
import { readerOf } from './captured-values.js';
import type { ColumnValue } from './growing-column.js';
import { createHistoryBuilder, LEAST_BYTES } from './history-builder.js';
import { defaultFields, inspectFields, limitOfUse } from './history-fields.js';
import type { History, HistoryRow } from './history.js';

/** The options of `historyOf`. */
export interface HistoryOfOptions {
  /** The fields of the history, as in `capture`. @default as in `capture` */
  readonly fields?: readonly string[] | undefined;
  /** The memory of the columns, in bytes, as in `capture`. @default no limit */
  readonly maxBytes?: number | undefined;
}

const OPTIONS: OptionRules = {
  fields: undefined,
  maxBytes: [(value) => typeof value === 'number' && value >= LEAST_BYTES, `a number, ${LEAST_BYTES} or more`],
};

/** A change of a resource, Unix milliseconds. */
interface Change {
  readonly at: number;
  readonly resource: ResourceKind;
  readonly id: string;
  readonly status?: HistoryRow['status'];
  readonly values: Readonly<Record<string, ColumnValue>>;
}

/** The kept transitions are at most this many. */
const ALL_TRANSITIONS = 1e6;

/**
 * Makes a history from what a fleet remembers: the use of limits over the last day, the last transitions, and the last
 * record of each database and index that it knows. The fleet can be restored from a store, and needs no network.
 *
 * A fleet does not remember earlier values of other fields: they have the values of the next known record. A resource
 * whose record is not confirmed now has a last row with its status, at the last time that the fleet remembers of it.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * await fleet.ready;
 * const history = historyOf(fleet, { fields: ['state', 'db_memory_threshold_used'] });
 * ```
 */
export function historyOf(fleet: Fleet, options: HistoryOfOptions = {}): History {
  const { given, issues } = readOptions(options, OPTIONS);
  refuseIssues('configure', [...inspectFields(given?.fields), ...issues]);
  const { fields = defaultFields, maxBytes = Infinity } = given as HistoryOfOptions;
  const kernel = kernelOf(fleet, 'historyOf');
  const changes = [...recordChanges(fleet, kernel, fields), ...usageChanges(kernel, fields)];
  changes.push(...statesBefore(fleet, kernel, fields, changes));
  changes.sort((one, other) => one.at - other.at);
  const builder = createHistoryBuilder({ fields, maxBytes });
  const lasts = new Map<string, HistoryRow>();
  const rowOf = ({ at, resource, id, status, values }: Change): HistoryRow => {
    const key = `${resource}/${id}`;
    const last = lasts.get(key);
    const row = { at, resource, id, status: status ?? last?.status ?? 'fresh', values: { ...last?.values, ...values } };
    lasts.set(key, row);
    return row;
  };
  for (const group of sameTimes(changes)) {
    const rows = new Map(group.map((change) => [`${change.resource}/${change.id}`, rowOf(change)]));
    for (const row of rows.values()) builder.add(row);
  }
  // The builder takes the time of the last row if it is later.
  return builder.history(lastConfirmation(kernel));
}

function lastConfirmation({ databases, indices }: Kernel): number {
  let last = 0;
  for (const store of [databases, indices])
    for (const { confirmedAt = 0 } of store.entries()) last = Math.max(last, confirmedAt);
  return last;
}

/** The changes of one time are one row of each resource. */
function* sameTimes(changes: readonly Change[]): Iterable<readonly Change[]> {
  for (let start = 0, end = 0; start < changes.length; start = end) {
    while (end < changes.length && changes[end]?.at === changes[start]?.at) end += 1;
    yield changes.slice(start, end);
  }
}

function recordChanges(fleet: Fleet, kernel: Kernel, fields: readonly string[]): Change[] {
  const transitions = transitionsById(fleet);
  const stores = { database: kernel.databases, index: kernel.indices };
  const changes: Change[] = [];
  for (const resource of resourceKinds) {
    const store = stores[resource];
    for (const entry of store.entries() as readonly Entry<object>[]) {
      if (entry.record === undefined || !store.isMember(entry.id)) continue;
      const { id, record, status, confirmedAt = 0 } = entry;
      const seen = (resource === 'database' && transitions.get(id)) || [];
      const [firstUse, lastUse] = useSpan(kernel, resource, id);
      const firstAt = Math.min(firstUse, entry.changedAt ?? Infinity, confirmedAt);
      // Before its first transition, a database had other values: see `statesBefore`.
      if (seen.length === 0) changes.push({ at: firstAt, resource, id, values: valuesOf(record, fields) });
      for (const { at, record: newer } of seen) changes.push({ at, resource, id, values: valuesOf(newer, fields) });
      if (entry.changedAt !== undefined)
        changes.push({ at: entry.changedAt, resource, id, values: valuesOf(record, fields) });
      // A store keeps the time of a record's last change, and the fleet was alive at the last reading of its use.
      const lastAt = Math.max(confirmedAt, lastUse, seen.at(-1)?.at ?? -Infinity);
      if (status === 'stale' || status === 'missing') changes.push({ at: lastAt, resource, id, status, values: {} });
    }
  }
  return changes;
}

function transitionsById(fleet: Fleet): Map<string, Transition[]> {
  const byId = new Map<string, Transition[]>();
  for (const transition of transitionsOf(fleet).recent({ limit: ALL_TRANSITIONS }).value.toReversed()) {
    const known = byId.get(transition.id);
    if (known === undefined) byId.set(transition.id, [transition]);
    else known.push(transition);
  }
  return byId;
}

/**
 * The states before the first transition of each database. An earlier record had them, at a time that the fleet does not
 * remember: they count from the beginning of the history, or from the creation of the database.
 */
function statesBefore(fleet: Fleet, kernel: Kernel, fields: readonly string[], changes: readonly Change[]): Change[] {
  const { databases } = kernel;
  const start = changes.reduce((least, { at }) => Math.min(least, at), Infinity);
  return [...transitionsById(fleet)].flatMap(([id, transitions]) => {
    const [first] = transitions;
    if (first === undefined || !databases.isMember(id) || databases.peek(id).record === undefined) return [];
    const { at: firstAt, record } = first;
    const values = valuesOf(record, fields);
    for (const { at, field, from } of transitions) if (at === firstAt && field in values) values[field] = from;
    const createdAt: unknown = record.creation_time;
    const bornAt = Math.max(start, typeof createdAt === 'number' ? createdAt * 1000 : start);
    const at = Math.min(bornAt, useSpan(kernel, 'database', id)[0]);
    return at < firstAt ? [{ at, resource: 'database', id, values } as const] : [];
  });
}

/** The fields of a record, without the use of its limits. */
function valuesOf(record: object, fields: readonly string[]): Record<string, ColumnValue> {
  const own = fields.filter((field) => limitOfUse(field) === undefined);
  return Object.fromEntries(own.map((field) => [field, readerOf(field)(record, undefined)]));
}

/** The times of the first and the last known use of a resource. */
function useSpan(kernel: Kernel, resource: ResourceKind, id: string): readonly [number, number] {
  const all = Object.values(usagePart(kernel).peekSeries(resource, id) ?? {});
  const firsts = all.map((points) => points[0] ?? Infinity);
  return [Math.min(Infinity, ...firsts), Math.max(-Infinity, ...all.map((points) => points.at(-2) ?? -Infinity))];
}

function usageChanges(kernel: Kernel, fields: readonly string[]): Change[] {
  const changes: Change[] = [];
  const stores = { database: kernel.databases, index: kernel.indices };
  for (const resource of resourceKinds) {
    for (const id of stores[resource].memberIds()) {
      // Without a record there is no row.
      if (stores[resource].peek(id).record === undefined) continue;
      const series = usagePart(kernel).peekSeries(resource, id) ?? {};
      for (const field of fields) {
        const limit = limitOfUse(field);
        const points = (limit && series[limit]) ?? [];
        for (let place = 0; place + 1 < points.length; place += 2) {
          changes.push({ at: points[place] as number, resource, id, values: { [field]: points[place + 1] as number } });
        }
      }
    }
  }
  return changes;
}
