import * as v from 'valibot';
import type { OptionsOf } from '../../core/shared/option-schemas.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { integerFrom, numberFrom, seedOption, timeOption } from './options.js';

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

const schema = {
  seed: seedOption,
  databases: v.optional(integerFrom(0, 100_000), 100),
  indices: v.optional(integerFrom(0, 10_000), 0),
  from: v.optional(timeOption, DEFAULT_FROM),
  days: v.optional(numberFrom(Number.MIN_VALUE, 3660, 'a number above 0, at most 3660'), 1),
  everyMs: v.optional(integerFrom(1000), 300_000),
  load: v.optional(numberFrom(0, 10), 0.5),
  incidents: v.optional(numberFrom(0, 24), 0.2),
  outages: v.optional(integerFrom(0, 1000), 1),
  growth: v.optional(numberFrom(0, 10), 0.02),
  churn: v.optional(numberFrom(0, 1), 0.01),
};

/** `until`: the end of the history, Unix milliseconds. */
export type GenerateSettings = OptionsOf<typeof schema> & { readonly until: number };

export const DAY_MS = 86_400_000;

/** @throws FleetError `invalid-request`, whose `issues` name each invalid option */
export function readGenerateOptions(options: GenerateHistoryOptions): GenerateSettings {
  const settings = checkOptions('configure', schema, options);
  const { databases, indices, days, everyMs, incidents, outages } = settings;
  const readings = (days * DAY_MS) / Math.min(everyMs, MAX_EVERY_MS);
  const rows = indices * readings + databases * (readings + ROWS_OF_INCIDENT * (days * incidents + outages));
  const most = indices > databases ? 'indices' : 'databases';
  const problem = `expected fewer ${most}, days or incidents, or a longer time between readings: it is too much for memory`;
  refuseIssues('configure', issueUnless(rows <= MAX_ROWS, most, problem));
  return { ...settings, until: settings.from + Math.round(days * DAY_MS) };
}
