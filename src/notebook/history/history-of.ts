import { extent, group, min } from 'd3-array';
import type { Fleet, UsagePoint } from '../../index.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { kernelOf, type Kernel } from '../../core/fleet/kernel.js';
import { usagePart } from '../../core/limits/usage-part.js';
import { historyOf as usesOf } from '../../core/limits/usage-sample.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import type { ColumnValue } from './column-builder.js';
import type { ExactRow } from './create-history.js';
import { HistoryBuilder } from './history-builder.js';
import { fieldsOption, isOwnSeries, limitOfUse, pointsOf, THROUGHPUT, valuesOf } from './history-fields.js';
import type { History, HistoryRow } from './history.js';

/** The options of `historyOf`. */
export interface HistoryOfOptions {
  /** The fields of the history, as in `capture`. @default as in `capture` */
  readonly fields?: readonly string[] | undefined;
}

type Values = Record<string, ColumnValue>;

/** A change of a resource, Unix milliseconds. */
interface Change {
  readonly at: number;
  readonly status?: HistoryRow['status'];
  readonly values: Values;
}

/**
 * Makes a history from what a fleet remembers of each known resource: its use over the last day, its last transitions,
 * and its last record. The fleet can be restored from a store, and needs no network.
 *
 * A fleet does not remember earlier values of other fields: each row has those of the next known record. A resource
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
  const { fields } = checkOptions('configure', { fields: fieldsOption }, options);
  const kernel = kernelOf(fleet, 'historyOf');
  const resources = knownResourcesOf(kernel).map((facts) => ({ facts, changes: changesOf(facts, fields) }));
  const start = min(resources.flatMap(({ changes }) => changes.map(({ at }) => at))) ?? Infinity;
  const rows = resources.flatMap(({ facts, changes }) =>
    rowsOf(facts, [...changes, ...stateBefore(facts, fields, start)]),
  );
  const builder = new HistoryBuilder({ fields });
  for (const row of rows.toSorted((one, other) => one.at - other.at)) builder.add(row);
  const entries = resourceKinds.flatMap((resource) => kernel.stores[resource].entries());
  const confirmed = entries.reduce((last, { confirmedAt = 0 }) => Math.max(last, confirmedAt), 0);
  // The builder takes the time of the last row if it is later. A history without rows ends now.
  return builder.history(rows.length > 0 ? confirmed : kernel.clocks.corrected.now());
}

/** A resource with a record, its transitions, and the use of each limit; both are oldest first. */
type KnownResource = ReturnType<typeof knownResourcesOf>[number];

function knownResourcesOf(kernel: Kernel) {
  const byId = group(kernel.transitions.kept, ({ id }) => id);
  return resourceKinds.flatMap((resource) => {
    const store = kernel.stores[resource];
    return store.entries().flatMap((entry) => {
      const { id, record } = entry;
      if (record === undefined || !store.isMember(id)) return [];
      const transitions = (resource === 'database' && byId.get(id)) || [];
      const uses: Readonly<Record<string, readonly UsagePoint[]>> = usesOf(usagePart(kernel).stored(resource, id));
      const [firstUse = Infinity, lastUse = -Infinity] = extent(Object.values(uses).flat(), ({ at }) => at);
      return [{ resource, entry: { ...entry, record }, transitions, uses, firstUse, lastUse }];
    });
  });
}

function changesOf({ entry, transitions, uses, firstUse, lastUse }: KnownResource, fields: readonly string[]) {
  const { record, status, changedAt, confirmedAt = 0 } = entry;
  const current = fieldsOf(record, fields);
  const points = fields.includes(THROUGHPUT) ? pointsOf(record) : [];
  const firstPoint = points[0]?.at ?? Infinity;
  const changes: Change[] = transitions.map(({ at, record: newer }) => ({ at, values: fieldsOf(newer, fields) }));
  // Before its first transition, a database had other values: see `stateBefore`.
  if (transitions.length === 0)
    changes.push({ at: Math.min(firstUse, firstPoint, changedAt ?? Infinity, confirmedAt), values: current });
  // Each new point changes the record: a row at that time would repeat the last point.
  if (changedAt !== undefined && points.length === 0) changes.push({ at: changedAt, values: current });
  // A store may keep only the time when the record last changed. Later readings of its use show that the fleet still ran.
  const lastAt = Math.max(confirmedAt, lastUse, transitions.at(-1)?.at ?? -Infinity);
  if (status === 'stale' || status === 'missing') changes.push({ at: lastAt, status, values: {} });
  for (const field of fields)
    for (const { at, used } of uses[limitOfUse(field) ?? ''] ?? []) changes.push({ at, values: { [field]: used } });
  for (const { at, value } of points) changes.push({ at, values: { [THROUGHPUT]: value } });
  return changes;
}

/**
 * The state before the first transition of a database. The fleet does not remember when this state began. So the state
 * counts from the beginning of the history, or from the creation of the database.
 */
function stateBefore({ transitions, firstUse }: KnownResource, fields: readonly string[], start: number): Change[] {
  const [first] = transitions;
  if (first === undefined) return [];
  const { at: firstAt, record } = first;
  const values = fieldsOf(record, fields);
  for (const { at, field, from } of transitions) if (at === firstAt && field in values) values[field] = from;
  const createdAt: unknown = record.creation_time;
  const earliestAt = Math.max(start, typeof createdAt === 'number' ? createdAt * 1000 : start);
  const at = Math.min(earliestAt, firstUse);
  return at < firstAt ? [{ at, values }] : [];
}

/** One row for all changes of one time. A row has the values of the row before, if it does not change them. */
function rowsOf({ resource, entry: { id } }: KnownResource, changes: readonly Change[]): ExactRow[] {
  const rows: ExactRow[] = [];
  for (const { at, status, values } of changes.toSorted((one, other) => one.at - other.at)) {
    const last = rows.at(-1);
    const row = { at, resource, id, status: status ?? last?.status ?? 'fresh', values: { ...last?.values, ...values } };
    if (last?.at === at) rows.pop();
    rows.push(row);
  }
  return rows;
}

/** The fields of a record, without the use of its limits and its throughput. */
function fieldsOf(record: object, fields: readonly string[]): Values {
  const ofRecord = fields.filter((field) => !isOwnSeries(field));
  return valuesOf(ofRecord, record);
}
