import { attentionKey, selectSeverest, selectWorst } from '../../../../format/attention.js';
import { selectFilling, selectHealth, type Health } from '../../../../format/health.js';
import {
  type Clock,
  type Entry,
  type Fleet,
  type FleetError,
  limitSummaryOf,
  type LimitField,
  limitUsage,
  type ResourceKind,
  type UsageReading,
  type UsageSample,
  type View,
} from '../../../../index.js';
import { kernelOf } from '../../../../core/fleet/kernel.js';
import { limitNamed } from '../../../../core/limits/catalogue.js';
import { usagePart } from '../../../../core/limits/usage-part.js';
import { deepEqual, isSameList } from '../../../../core/shared/deep-equal.js';
import type { EntityStore } from '../../../../core/store/entity-store.js';
import { placeOf, planNameOf, textOf } from '../shell/names.js';
import { type ChangeSource, throttle, type Throttled } from './throttle.js';

/** The values by which a list searches, filters and sorts a row. The row reads the values that it shows itself. */
export interface RowFacts {
  readonly id: string;
  readonly text: string;
  /** The value for each filter. Empty if the row has none. */
  readonly filters: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<string, string | number | undefined>>;
  readonly health: Health;
  readonly usage: UsageKnowledge;
  /** The facts without the failure of the last request. Absent if that request did not fail. */
  readonly lastKnown?: RowFacts;
}

export type UsageKnowledge = 'none' | 'simulated' | 'reported';

/** The parts of an entry that determine its facts. */
export interface Known<R> extends Pick<Entry<R>, 'id' | 'record' | 'status'> {
  readonly error?: FleetError | undefined;
  /** The field of the limit that is full within an hour. */
  readonly filling?: string | undefined;
}

export interface Used {
  /** The latest readings by field, without their histories, so without forecasts. */
  readonly readings: Readonly<Record<string, UsageReading>>;
  readonly knowledge: UsageKnowledge;
}

export interface FactsViewOptions<R extends object> {
  readonly fleet: Fleet;
  readonly clock: Clock;
  readonly resource: ResourceKind;
  readonly store: EntityStore<R>;
  readonly ids: View<readonly string[]>;
  /** Must be pure. */
  readonly describe: (known: Known<R>, used: Used | undefined) => RowFacts;
}

interface Row<R> extends Known<R> {
  readonly sample: UsageSample | undefined;
  /** The time until the first level or quota is full at its pace. */
  readonly leftMs: number;
}

interface Described<R> extends Row<R> {
  readonly facts: RowFacts;
}

const MIN_INTERVAL_MS = 100;
const MAX_INTERVAL_MS = 1000;

/** A longer list takes longer to compute, and in it a delayed move of a row is less visible. */
const MS_PER_ROW = 0.1;

/** The pace of a use is that of its last 20 minutes. */
const PACE_MS = 20 * 60_000;

/** A forecast may be sooner than the pace says. */
const MAX_LEFT_MS = 3 * 3_600_000;

const MAX_FORECASTS = 20;

/** Creates a view of the facts of all rows. It describes changed rows only, and emits at a limited rate. */
export function createFactsView<R extends object>(options: FactsViewOptions<R>): Throttled<readonly RowFacts[]> {
  const { fleet, clock, resource, store, ids, describe } = options;
  const kernel = kernelOf(fleet, 'createFactsView');
  // `usageOf` would create a view for each row.
  const usage = usagePart(kernel);
  // The view of all records does not say which requests failed.
  const entries: ChangeSource = {
    subscribe: (listener) => ({ unsubscribe: store.onChange(() => kernel.commits.afterCommit(listener)) }),
  };
  let described = new Map<string, Described<R>>();

  function describeAgain(row: Row<R>): Described<R> {
    const { id, record, status, error, filling, sample } = row;
    const before = described.get(id);
    const isSame =
      before?.record === record &&
      before?.status === status &&
      before.error === error &&
      before.filling === filling &&
      before.sample === sample;
    if (isSame) return before;
    const facts = describe(row, sample && usedOf(sample));
    // Equal facts keep their object, so that a poll that changes no facts causes no new order.
    return { ...row, facts: before !== undefined && deepEqual(before.facts, facts) ? before.facts : facts };
  }

  function readRow(id: string): Row<R> {
    const { record, status, error } = store.peek(id);
    const sample = usage.peek(resource, id);
    const before = described.get(id);
    // A list has thousands of rows, and few of them have changed.
    const isSame = before !== undefined && before.record === record && before.sample === sample;
    return { id, record, status, error, sample, leftMs: isSame ? before.leftMs : leftMsOf(record, sample) };
  }

  function describeAll(last: readonly RowFacts[] = []): readonly RowFacts[] {
    const current = ids.value.map(readRow);
    const filling = fillingIn(current, clock.now());
    const rows = current.map((row) => describeAgain({ ...row, filling: filling.get(row.id) }));
    described = new Map(rows.map((row) => [row.id, row]));
    const facts = rows.map((row) => row.facts);
    return isSameList(last, facts) ? last : facts;
  }

  return throttle(clock, [ids, entries, limitSummaryOf(fleet)], describeAll, ({ length }) =>
    Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, MS_PER_ROW * length)),
  );
}

function usedOf(usage: UsageSample): Used {
  const all = Object.entries(usage);
  const readings = Object.fromEntries(all.map(([field, { history: _, ...reading }]) => [field, reading]));
  const isSimulated = all.some(([, { source }]) => source?.startsWith('simulated'));
  return { readings, knowledge: all.length === 0 ? 'none' : isSimulated ? 'simulated' : 'reported' };
}

/**
 * The limits that are full within an hour, by the ids of their resources. A forecast takes longer than all other facts
 * of a row, so only the rows that would be full first at their present pace have one.
 */
function fillingIn(rows: readonly Row<object>[], now: number): ReadonlyMap<string, string> {
  const filling = rows
    .filter(({ leftMs }) => leftMs <= MAX_LEFT_MS)
    .sort((a, b) => a.leftMs - b.leftMs)
    .slice(0, MAX_FORECASTS)
    .flatMap(({ record, sample }) => selectFilling(limitUsage(record as Limited, sample, undefined, now), now) ?? []);
  return new Map(filling.map(({ id, field }) => [id, field]));
}

/** The time until the first level or quota of a row is full at its pace. `Infinity` if none of them rises. */
function leftMsOf(record: object = {}, sample: UsageSample = {}): number {
  const limits = record as Readonly<Record<string, unknown>>;
  const readings = Object.entries(sample) as [LimitField, UsageReading][];
  const times = readings.map(([field, { at, used, history = [] }]) => {
    const start = history.findLastIndex((time, place) => place % 2 === 0 && time <= at - PACE_MS);
    const [since = at, before = used] = history.slice(Math.max(0, start));
    const leftMs = ((Number(limits[field]) - used) * (at - since)) / Math.max(0, used - before);
    // Other kinds have no forecast.
    return leftMs > 0 && ['level', 'quota'].includes(limitNamed[field].kind) ? leftMs : Infinity;
  });
  return Math.min(...times);
}

type Limited = Parameters<typeof limitUsage>[0];

/** The facts of a row that have other field names in a database than in a vector index. */
export interface RowWords {
  readonly name: unknown;
  readonly region: unknown;
  readonly plan: unknown;
  readonly state?: string;
  readonly change?: string;
  /** More words by which the row is found. */
  readonly others: readonly string[];
  readonly filters: RowFacts['filters'];
  readonly keys: RowFacts['keys'];
}

/** In a record, any field except the id may be absent or of another type. */
export function describeRow(row: Known<object>, used: Used | undefined, words: RowWords): RowFacts {
  const { id, record, status, error, filling } = row;
  const { state = '', change = '', others, filters, keys } = words;
  const [name, region, plan] = [textOf(words.name), textOf(words.region), textOf(words.plan)];
  const limits = limitUsage(record as Limited, used?.readings);
  const worst = selectWorst(limits);
  const facts = { status, hasRecord: record !== undefined, error, state, change, filling };
  const health = selectHealth({ ...facts, worst: selectSeverest(limits) });
  return {
    id,
    text: [name, id, region, placeOf(region), plan, planNameOf(plan), ...others].join(' ').toLowerCase(),
    filters: { health: health.kind, plan, region, ...filters },
    keys: {
      name: name.trim() ? name : undefined,
      plan: plan || undefined,
      region: region || undefined,
      usage: worst?.ratio,
      attention: attentionKey(health, worst?.ratio),
      ...keys,
    },
    health,
    usage: used?.knowledge ?? 'none',
    ...(error !== undefined && { lastKnown: describeRow({ ...row, error: undefined }, used, words) }),
  };
}
