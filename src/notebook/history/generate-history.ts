import { readOptions, type OptionRule, type OptionRules } from '../../core/shared/read-options.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { generateChanges, type GeneratedChange } from './generated-changes.js';
import { createGeneratedDatabase, DAY_MS, generatedFields, type GeneratedDatabase } from './generated-database.js';
import { HistoryBuilder } from './history-builder.js';
import type { History } from './history.js';

/** The options of `generateHistory`. */
export interface GenerateHistoryOptions {
  /** The same seed and options result in the same history, on every platform. An integer. @default 1 */
  readonly seed?: number | undefined;
  /** The number of databases, with those that are created or deleted meanwhile; at most 100,000. @default 100 */
  readonly databases?: number | undefined;
  /** The time of the first rows, Unix milliseconds. @default the beginning of 2026 */
  readonly from?: number | undefined;
  /** The length of the history. @default 1 */
  readonly days?: number | undefined;
  /** The time between two readings of the use of a database, milliseconds. @default 300000 */
  readonly everyMs?: number | undefined;
  /** The mean use of connections and commands in the busiest hour, as a share of their limits. @default 0.5 */
  readonly load?: number | undefined;
  /** The mean number of incidents of a database in a day: maintenance, suspensions and passive times. @default 0.2 */
  readonly incidents?: number | undefined;
  /** How many outages of a region the history has. Each hits most databases of the region. At most 1000. @default 1 */
  readonly outages?: number | undefined;
  /** The mean growth of memory in a day, as a share of its limit. @default 0.02 */
  readonly growth?: number | undefined;
  /** How many databases are created in a day, and how many are deleted, as a share of all. @default 0.01 */
  readonly churn?: number | undefined;
}

/** The beginning of 2026, in UTC. */
const DEFAULT_FROM = 1_767_225_600_000;

/** A history of this size takes a few gigabytes. */
const MAX_READINGS = 2e7;

/** The most incidents of a database in a day. */
const MAX_INCIDENTS = 24;

/** Each hour of each database is visited. */
const MAX_HOURS = 2e7;

/** Each incident takes a few hundred bytes until the history is made. */
const MAX_ALL_INCIDENTS = 2e6;

/** A little less than the times that a `Date` can have: the history ends later. */
const MAX_FROM = 8e15;

const anInteger = (least: number, most: number): OptionRule => [
  (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  `an integer from ${least} to ${most}`,
];
const fromTo = (least: number, most: number): OptionRule => [
  (value) => typeof value === 'number' && value >= least && value <= most,
  `a number from ${least} to ${most}`,
];

const OPTIONS: OptionRules = {
  seed: [Number.isSafeInteger, 'an integer'],
  databases: anInteger(0, 100_000),
  from: [
    (value) => Number.isSafeInteger(value) && Math.abs(value as number) <= MAX_FROM,
    'a time in Unix milliseconds',
  ],
  days: [(value) => typeof value === 'number' && value > 0 && value <= 3660, 'a number above 0, at most 3660'],
  everyMs: [(value) => Number.isSafeInteger(value) && (value as number) >= 1000, 'an integer, 1000 or more'],
  load: fromTo(0, 10),
  incidents: fromTo(0, MAX_INCIDENTS),
  outages: anInteger(0, 1000),
  growth: fromTo(0, 10),
  churn: fromTo(0, 1),
};

/**
 * Makes the history of a simulated fleet. Each region has a daily load with noise. The memory of a database grows until the
 * database is upgraded. There are incidents and outages of a region, and databases are created and deleted.
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
  const settings = readGenerateOptions(options);
  const { databases: count, from, days, everyMs } = settings;
  const databases = Array.from({ length: count }, (_, place) => createGeneratedDatabase(place, settings));
  const changes = generateChanges({ ...settings, databases });
  const until = from + Math.round(days * DAY_MS);
  const builder = new HistoryBuilder({ fields: generatedFields, maxBytes: Infinity });

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

type Settings = { readonly [Name in keyof GenerateHistoryOptions]-?: NonNullable<GenerateHistoryOptions[Name]> };

const DEFAULTS: Settings = {
  seed: 1,
  databases: 100,
  from: DEFAULT_FROM,
  days: 1,
  everyMs: 300_000,
  load: 0.5,
  incidents: 0.2,
  outages: 1,
  growth: 0.02,
  churn: 0.01,
};

function readGenerateOptions(options: GenerateHistoryOptions): Settings {
  const { given, issues } = readOptions(options, OPTIONS);
  refuseIssues('configure', issues);
  const settings = { ...DEFAULTS };
  for (const [name, value] of Object.entries(given ?? {}))
    if (value !== undefined) settings[name as keyof Settings] = value;
  refuseIssues('configure', inspectSize(settings));
  return settings;
}

/** Lists what would take too much time or memory. */
function inspectSize({ databases, days, everyMs, incidents, outages }: Settings): FleetIssue[] {
  const readings = (databases * days * DAY_MS) / everyMs;
  const hours = databases * days * 24;
  const allIncidents = databases * (days * incidents + outages);
  return [
    ...issueUnless(
      readings <= MAX_READINGS,
      'everyMs',
      'expected a longer time: the history would have more than 20 million rows',
    ),
    ...issueUnless(
      hours <= MAX_HOURS,
      'days',
      'expected fewer days or databases: all databases together would have more than 20 million hours',
    ),
    ...issueUnless(
      allIncidents <= MAX_ALL_INCIDENTS,
      'incidents',
      'expected fewer incidents or outages: the history would have more than 2 million of them',
    ),
  ];
}
