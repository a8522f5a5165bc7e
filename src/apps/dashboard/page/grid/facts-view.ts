import { selectFilling, type Health } from '../../../../format/health.js';
import {
  limitSummaryOf,
  type Clock,
  type Entry,
  type Fleet,
  type FleetError,
  type UsageSample,
} from '../../../../index.js';
import { throttle, type Throttled } from './throttle.js';
import { deepEqual, isSameList } from '../../../../core/shared/deep-equal.js';

/** The values by which a list searches, filters and sorts a row. The row reads the values that it shows itself. */
export interface RowFacts {
  readonly id: string;
  readonly text: string;
  /** The value for each filter. Empty if the row has none. */
  readonly filters: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<string, string | number | undefined>>;
  readonly health: Health;
  /** The condition by the last record, whether or not the last request was answered. */
  readonly lastHealth: Health;
  readonly usage: UsageKnowledge;
}

export type UsageKnowledge = 'none' | 'simulated' | 'reported';

export interface Source<T> {
  subscribe(listener: (value: T) => void): { unsubscribe(): void };
}

export interface FactsViewOptions<R> {
  readonly clock: Clock;
  /** An emission may change each row. */
  readonly watched: readonly Source<unknown>[];
  /** Emits the ids of rows that may have changed. @default `watched` emit for each change */
  readonly changes?: Source<readonly string[]>;
  /** @param ids the rows to return. @default all rows */
  readonly rows: (ids?: readonly string[]) => readonly Known<R>[];
  readonly usageOf: (id: string) => UsageSample | undefined;
  /** Must be pure. */
  readonly describe: (known: Known<R>, used: Used | undefined) => RowFacts;
}

/** The parts of an entry that determine its facts. */
export interface Known<R> extends Pick<Entry<R>, 'id' | 'record' | 'status'> {
  readonly error?: FleetError | undefined;
  /** The field of the limit that is full within an hour. */
  readonly filling?: string | undefined;
}

export interface Used {
  readonly amounts: Readonly<Record<string, number>>;
  readonly knowledge: UsageKnowledge;
}

const MIN_INTERVAL_MS = 100;
const MAX_INTERVAL_MS = 1000;

/** A larger list costs more to compute, and a later move of one of its rows is less visible. */
const MS_PER_ROW = 0.1;

/** Creates a view of the facts of all rows. It describes changed rows only, and emits at a limited rate. */
export function createFactsView<R>(options: FactsViewOptions<R>): Throttled<readonly RowFacts[]> {
  const { clock, watched, changes, rows, usageOf, describe } = options;
  const described = new Map<string, Described<R>>();
  /** The ids of the rows that may have changed; absent if each row may have. */
  let changed: Set<string> | undefined;

  function describeAgain(known: Known<R>): Described<R> {
    const usage = usageOf(known.id);
    const before = described.get(known.id);
    const isSame =
      before?.record === known.record &&
      before?.status === known.status &&
      before.error === known.error &&
      before.filling === known.filling &&
      before.usage === usage;
    if (isSame) return before;
    const { id, record, status, error, filling } = known;
    const facts = describe(known, usage && usedOf(usage));
    // Equal facts keep their object, so that a poll that changes no facts causes no new order.
    const kept = before !== undefined && deepEqual(before.facts, facts) ? before.facts : facts;
    return { id, record, status, error, filling, usage, facts: kept };
  }

  function describeChanged(last: readonly RowFacts[] = []): readonly RowFacts[] {
    const ids = changed && [...changed].filter((id) => described.has(id));
    const now = rows(ids).map(describeAgain);
    // In the order of the rows.
    if (ids === undefined) described.clear();
    for (const row of now) described.set(row.id, row);
    changed = new Set();
    const facts = Array.from(described.values(), (row) => row.facts);
    return isSameList(last, facts) ? last : facts;
  }

  const all = watched.map((source) => onEach(source, () => (changed = undefined)));
  const some = changes && onEach(changes, (ids) => ids.forEach((id) => changed?.add(id)));
  return throttle(clock, some ? [...all, some] : all, describeChanged, ({ length }) =>
    Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, MS_PER_ROW * length)),
  );
}

/** A source that does something before it notifies. */
function onEach<T>(source: Source<T>, act: (value: T) => unknown): Source<T> {
  return {
    subscribe: (listener) =>
      source.subscribe((value) => {
        act(value);
        listener(value);
      }),
  };
}

interface Described<R> extends Known<R> {
  readonly usage: UsageSample | undefined;
  readonly facts: RowFacts;
}

/**
 * The limits that are full within an hour, by the ids of their resources. Of the fullest ones only: a forecast costs more
 * than all other facts of a row.
 */
export function fillingIn(fleet: Fleet, clock: Clock): ReadonlyMap<string, string> {
  const soon = limitSummaryOf(fleet).value.worst.flatMap((limit) => selectFilling([limit], clock.now()) ?? []);
  return new Map(soon.map(({ id, field }) => [id, field]));
}

/** Without the history of the usage, so without forecasts. */
function usedOf(usage: UsageSample): Used {
  const readings = Object.entries(usage);
  const isSimulated = readings.some(([, { source }]) => source?.startsWith('simulated'));
  const amounts = Object.fromEntries(readings.map(([field, { used }]) => [field, used]));
  if (readings.length === 0) return { amounts, knowledge: 'none' };
  return { amounts, knowledge: isSimulated ? 'simulated' : 'reported' };
}
