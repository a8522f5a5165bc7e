import {
  type Database,
  type Entry,
  type Fleet,
  type IndexRecord,
  type LimitUsage,
  type ResourceKind,
  usageOf,
  type UsageReading,
  type UsageSample,
  type View,
} from '../../index.js';
import { kernelOf } from '../../core/fleet/kernel.js';
import type { HealthKind } from '../../format/health.js';
import { type Assessment, assessResource, attentionKey, type RowOrder } from '../../format/attention.js';
import { isTrouble } from '../../format/describe-health.js';
import { wholePercents } from '../../format/describe-use.js';
import { formatValue } from '../../format/format-value.js';
import { printable } from '../../format/printable.js';
import { nameOfRecord } from '../../format/record-name.js';

export interface RowRef {
  readonly resource: ResourceKind;
  readonly id: string;
}

export interface RowFacts<R = Database | IndexRecord> extends RowRef, Assessment {
  readonly entry: Entry<R>;
  readonly usage: UsageSample;
}

/** Why no request for any row succeeds. `silent`: the service does not answer. `refused`: it refuses the account. */
export type Down = Extract<HealthKind, 'silent' | 'refused'> | undefined;

/** @returns `undefined` unless polling is stopped */
export function selectDown({ polling }: Fleet): Down {
  const { state, reason } = polling.status.value;
  if (state !== 'stopped') return undefined;
  return reason.code === 'outage' ? 'silent' : 'refused';
}

/** Why a row was not read: a refresh ends early if the service does not answer or refuses the account. */
export function downUnlessRead(fleet: Fleet, row: RowRef): Down {
  const cause = kernelOf(fleet, 'the board').effects.limiter.stop?.cause;
  if (cause === undefined || cause === 'rate-limited' || entryOf(fleet, row).value.status === 'fresh') return undefined;
  return cause === 'outage' ? 'silent' : 'refused';
}

export function entryOf({ databases, indices }: Fleet, { resource, id }: RowRef): View<Entry<Database | IndexRecord>> {
  return resource === 'database' ? databases.entry(id) : indices.entry(id);
}

export function readDatabaseRow(fleet: Fleet, id: string, down: Down, now: number): RowFacts<Database> {
  return readRow(fleet, { resource: 'database', id }, down, now) as RowFacts<Database>;
}

export function readRow(fleet: Fleet, { resource, id }: RowRef, down: Down, now: number): RowFacts {
  const { thresholds } = kernelOf(fleet, 'the board').options;
  const entry = entryOf(fleet, { resource, id }).value;
  const usage = usageOf(fleet, resource, id).value;
  const assessed = assessResource(entry, usage, now, thresholds);
  const health = down === undefined || assessed.health.kind === 'missing' ? assessed.health : { kind: down };
  return { ...assessed, resource, id, entry, usage: usage ?? {}, health };
}

export function readingOf(usage: UsageSample, { field }: Pick<LimitUsage, 'field'>): UsageReading | undefined {
  return (usage as Readonly<Record<string, UsageReading>>)[field];
}

export function rowKey({ resource, id }: RowRef): string {
  return `${resource} ${id}`;
}

/** Compares numbers in names by their value: `cache-2` before `cache-10`. */
const { compare: compareNames } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const percentOf = ({ worst }: RowFacts): number => Math.min(wholePercents(worst?.ratio ?? -1), 1e6);

const keyOf = ({ health, worst }: RowFacts): number => attentionKey(health, worst?.ratio);

const COMPARE: Readonly<Record<RowOrder, (a: RowFacts, b: RowFacts) => number>> = {
  attention: (a, b) => keyOf(a) - keyOf(b),
  use: (a, b) => percentOf(b) - percentOf(a),
  name: () => 0,
  // A row that was never read is the oldest.
  age: (a, b) => (a.entry.confirmedAt ?? 0) - (b.entry.confirmedAt ?? 0),
};

interface Arrangement {
  /** @default the given order */
  readonly order: RowOrder | undefined;
  /** Only rows that a person should look at. */
  readonly problems?: true | undefined;
  /** Only rows that contain each of these words. */
  readonly filter?: string;
}

/** Selects and sorts the rows of a list. Equal rows are sorted by name, then by id. */
export function arrangeRows<R extends RowFacts>(rows: readonly R[], { order, problems, filter }: Arrangement): R[] {
  const words = (filter ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const selected = rows.filter(
    (row) => (!problems || isTrouble(row.health)) && (words.length === 0 || hasWords(row, words)),
  );
  if (order === undefined) return selected;
  return selected.sort(
    (a, b) => COMPARE[order](a, b) || compareNames(nameOrId(a), nameOrId(b)) || (a.id < b.id ? -1 : 1),
  );
}

function hasWords(row: RowFacts, words: readonly string[]): boolean {
  const record: Readonly<Record<string, unknown>> = { ...row.entry.record };
  const fields = ['state', 'modifying_state', 'index_type', 'primary_region', 'region', 'type'];
  const text = [nameOrId(row), row.id, ...fields.map((field) => formatValue(record[field]))].join(' ').toLowerCase();
  // A condition is found by its beginning: `active` does not find `inactive`.
  return words.every((word) => text.includes(word) || row.health.kind.startsWith(word));
}

export function nameOrId({ id, entry: { record } }: Pick<RowFacts, 'id' | 'entry'>): string {
  return printable(nameOfRecord(record) ?? id);
}
