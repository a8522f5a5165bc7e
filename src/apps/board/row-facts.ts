import {
  usageOf,
  type Database,
  type IndexRecord,
  type Fleet,
  limitUsage,
  type LimitUsage,
  type Usage,
  type UsageReading,
  type UsageSample,
  type ResourceKind,
  type Entry,
} from '../../index.js';
import { selectFilling, selectHealth, type Health, type HealthKind } from '../../format/health.js';

export interface RowRef {
  readonly resource: ResourceKind;
  readonly id: string;
}

/** The state of a row: its record, its limits with their use, and its health. */
export interface RowFacts<R = Database | IndexRecord> extends RowRef {
  readonly entry: Entry<R>;
  readonly limits: readonly LimitUsage[];
  readonly worst: MeasuredLimit | undefined;
  /** The field of the limit that is full within an hour. */
  readonly filling: string | undefined;
  readonly usage: UsageSample;
  readonly health: Health;
}

export type MeasuredLimit = LimitUsage & { readonly ratio: number };

export function selectRows({ databases, indices }: Fleet): RowRef[] {
  return [
    ...databases.tracked.value.map((id): RowRef => ({ resource: 'database', id })),
    ...indices.all.value.map(({ id }): RowRef => ({ resource: 'index', id })),
  ];
}

/** Why the service answers no request for any row: `silent` without an answer, `refused` for the account. */
export type Down = Extract<HealthKind, 'silent' | 'refused'> | undefined;

/** Returns why no record is current, if the service answers no request. */
export function selectDown({ polling }: Fleet): Down {
  const { state, reason } = polling.status.value;
  if (state !== 'stopped') return undefined;
  return reason.code === 'outage' ? 'silent' : 'refused';
}

export function readDatabase(fleet: Fleet, id: string, down: Down, now: number): RowFacts<Database> {
  const entry = fleet.databases.entry(id).value;
  const { record } = entry;
  const facts = measure(record, usageOf(fleet, 'database', id).value, now);
  const state = textOf(record?.state);
  const change = textOf(record?.modifying_state);
  return { resource: 'database', id, entry, ...facts, health: healthOf(entry, facts, down, state, change) };
}

function readIndex(fleet: Fleet, id: string, down: Down, now: number): RowFacts<IndexRecord> {
  const entry = fleet.indices.entry(id).value;
  const facts = measure(entry.record, usageOf(fleet, 'index', id).value, now);
  return { resource: 'index', id, entry, ...facts, health: healthOf(entry, facts, down, '', '') };
}

export function readRow(fleet: Fleet, { resource, id }: RowRef, down: Down, now: number): RowFacts {
  return resource === 'database' ? readDatabase(fleet, id, down, now) : readIndex(fleet, id, down, now);
}

type Measured = Pick<RowFacts, 'limits' | 'worst' | 'filling' | 'usage'>;

const NO_USAGE: UsageSample = {};

function measure(record: Database | IndexRecord | undefined, usage: UsageSample = NO_USAGE, now: number): Measured {
  const limits = limitUsage(record, usage as Usage, undefined, now);
  const [worst] = limits.filter(isMeasured).toSorted((a, b) => b.ratio - a.ratio);
  return { limits, worst, filling: selectFilling(limits, now)?.field, usage };
}

function isMeasured(usage: LimitUsage): usage is MeasuredLimit {
  return usage.ratio !== undefined;
}

function healthOf(
  { status, error, record }: Entry<object>,
  { worst, filling }: Measured,
  down: Down,
  state: string,
  change: string,
): Health {
  const health = selectHealth({ status, error, hasRecord: record !== undefined, state, change, worst, filling });
  return down === undefined || health.kind === 'missing' ? health : { kind: down };
}

/** In a record, any field except the id may be absent or of another type. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether the use of a limit is simulated: the name of its source begins so. */
export function isSimulated({ usage }: Pick<RowFacts, 'usage'>, { field }: Pick<LimitUsage, 'field'>): boolean {
  return (usage as Readonly<Record<string, UsageReading>>)[field]?.source?.startsWith('simulated') ?? false;
}

/** The course of the use of a limit: alternating times and amounts, oldest first. */
export function seriesOf({ usage }: Pick<RowFacts, 'usage'>, { field }: Pick<LimitUsage, 'field'>): readonly number[] {
  return (usage as Readonly<Record<string, UsageReading>>)[field]?.history ?? [];
}

export function rowKey({ resource, id }: RowRef): string {
  return `${resource} ${id}`;
}
