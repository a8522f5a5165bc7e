import * as v from 'valibot';
import { parseOptions } from '../../core/shared/parse-options.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { generateChanges, type GeneratedChange } from './generated-changes.js';
import { createGeneratedDatabase, DAY_MS, generatedFields, type GeneratedDatabase } from './generated-database.js';
import { generatedIndexFields, rowsOfIndex } from './generated-index.js';
import { integerFrom, numberFrom, seedOption } from './options.js';
import { HistoryBuilder } from './history-builder.js';
import type { History } from './history.js';

/** The options of `generateHistory`. */
export interface GenerateHistoryOptions {
  /** The same seed and options result in the same history, on every platform. An integer. @default 1 */
  readonly seed?: number | undefined;
  /** The number of databases, with those that are created or deleted meanwhile; at most 100,000. @default 100 */
  readonly databases?: number | undefined;
  /**
   * The number of vector indices, with those that are created or deleted meanwhile; at most 10,000. Above 0, the history also
   * has the names and limits of indices, and their `throughput`.
   *
   * @default 0
   */
  readonly indices?: number | undefined;
  /** The time of the first rows, Unix milliseconds. @default the beginning of 2026 */
  readonly from?: number | undefined;
  /** The length of the history. @default 1 */
  readonly days?: number | undefined;
  /** The time between two readings of the use of a database, or of the throughput of an index, milliseconds. @default 300000 */
  readonly everyMs?: number | undefined;
  /**
   * The mean use of connections, commands and queries per second in the busiest hour, as a share of their limits.
   *
   * @default 0.5
   */
  readonly load?: number | undefined;
  /** The mean number of incidents of a database in a day: maintenance, suspensions and passive times. @default 0.2 */
  readonly incidents?: number | undefined;
  /** How many outages of a region the history has. Each hits most databases of the region. At most 1000. @default 1 */
  readonly outages?: number | undefined;
  /** The mean growth of memory and of throughput in a day, as a share of the limit. @default 0.02 */
  readonly growth?: number | undefined;
  /** How many databases and indices are created in a day, and how many are deleted, as a share of all. @default 0.01 */
  readonly churn?: number | undefined;
}

/** The beginning of 2026, in UTC. */
const DEFAULT_FROM = 1_767_225_600_000;

/** A history of this many rows takes a few gigabytes. */
const MAX_ROWS = 2e7;

/** Each hour of each database is visited, whether it has a reading or not. */
const MAX_EVERY_MS = 3_600_000;

/** An incident takes the time and the memory of this many rows. */
const ROWS_OF_INCIDENT = 10;

/** A little less than the times that a `Date` can have: the history ends later. */
const MAX_FROM = 8e15;

const schema = v.strictObject({
  seed: seedOption,
  databases: v.optional(integerFrom(0, 100_000), 100),
  indices: v.optional(integerFrom(0, 10_000), 0),
  from: v.optional(integerFrom(-MAX_FROM, MAX_FROM, 'a time in Unix milliseconds'), DEFAULT_FROM),
  days: v.optional(numberFrom(Number.MIN_VALUE, 3660, 'a number above 0, at most 3660'), 1),
  everyMs: v.optional(integerFrom(1000), 300_000),
  load: v.optional(numberFrom(0, 10), 0.5),
  incidents: v.optional(numberFrom(0, 24), 0.2),
  outages: v.optional(integerFrom(0, 1000), 1),
  growth: v.optional(numberFrom(0, 10), 0.02),
  churn: v.optional(numberFrom(0, 1), 0.01),
});

/**
 * Makes the history of a simulated fleet. Each region has a daily load with noise. The memory of a database grows until the
 * database is upgraded. There are incidents and outages of a region, and databases are created and deleted.
 *
 * A vector index has a daily and weekly load, and grows until it gets higher limits. It is created or deleted with its first row
 * and its row with the status `forgotten`: such an index is absent from the list of the service.
 *
 * A deleted database has a row with the status `missing`. `state` has the values of api.md. `modifying_state` is `creating`
 * or `updating`, as in the local service.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const history = generateHistory({ seed: 7, databases: 1000, days: 1 });
 * ```
 */
export function generateHistory(options: GenerateHistoryOptions = {}): History {
  const settings = parseOptions('configure', schema, options);
  const { databases: count, indices, from, days, everyMs } = settings;
  const most = indices > count ? 'indices' : 'databases';
  refuseIssues('configure', issueUnless(sizeOf(settings) <= MAX_ROWS, most, `expected fewer ${most}${TOO_MANY}`));
  const databases = Array.from({ length: count }, (_, place) => createGeneratedDatabase(place, settings));
  const changes = generateChanges({ ...settings, databases });
  const until = from + Math.round(days * DAY_MS);
  const fields = indices > 0 ? [...generatedFields, ...generatedIndexFields] : generatedFields;
  const builder = new HistoryBuilder({ fields, maxBytes: Infinity });

  function addRow(at: number, { id, status, values }: GeneratedDatabase): void {
    if (status !== undefined) builder.add({ at, resource: 'database', id, status, values });
  }

  function apply({ at, place, status, values }: GeneratedChange): void {
    const database = databases[place] as GeneratedDatabase;
    database.status = status ?? database.status;
    Object.assign(database.values, values);
    addRow(at, database);
  }

  for (const database of databases) {
    database.measure(from);
    addRow(from, database);
  }
  let next = 0;
  for (const { at, place } of readings(count, from, until, everyMs)) {
    for (let change = changes[next]; change !== undefined && change.at <= at; change = changes[++next]) apply(change);
    const database = databases[place] as GeneratedDatabase;
    if (database.status !== 'fresh') continue;
    database.measure(at);
    addRow(at, database);
  }
  for (const change of changes.slice(next)) apply(change);
  for (let place = 0; place < indices; place++)
    for (const { values, ...facts } of rowsOfIndex(place, settings))
      builder.addEarlier(
        facts,
        fields.map((field) => values[field]),
      );
  return builder.history(until);
}

/** Iterates over the times of the readings after the first. The databases are spread over the interval. */
function* readings(
  count: number,
  from: number,
  until: number,
  everyMs: number,
): Iterable<{ at: number; place: number }> {
  for (let start = from; start < until; start += everyMs) {
    for (let place = 0; place < count; place++) {
      const at = start + Math.round(((place + 1) / count) * everyMs);
      if (at < until) yield { at, place };
    }
  }
}

const TOO_MANY = ', days or incidents, or a longer time between readings: it is too much for memory';

/** The time and memory of a history, in rows. */
function sizeOf({ databases, indices, days, everyMs, incidents, outages }: v.InferOutput<typeof schema>): number {
  const readings = (days * DAY_MS) / Math.min(everyMs, MAX_EVERY_MS);
  return indices * readings + databases * (readings + ROWS_OF_INCIDENT * (days * incidents + outages));
}
