import { attentionRank, selectWorst } from '../../../../format/attention.js';
import { selectFilling, selectHealth, type Health } from '../../../../format/health.js';
import {
  type Clock,
  type Entry,
  type Fleet,
  type FleetError,
  limitUsage,
  type ResourceKind,
  type UsageSample,
  type View,
} from '../../../../index.js';
import { kernelOf } from '../../../../core/fleet/kernel.js';
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
  /** The condition by the last record, whether or not the last request was answered. */
  readonly lastHealth: Health;
  readonly usage: UsageKnowledge;
}

export type UsageKnowledge = 'none' | 'simulated' | 'reported';

/** The parts of an entry that determine its facts. */
export interface Known<R> extends Pick<Entry<R>, 'id' | 'record' | 'status'> {
  readonly error?: FleetError | undefined;
}

export interface Used {
  readonly readings: UsageSample;
  readonly knowledge: UsageKnowledge;
  /** The field of the limit that is full within an hour. */
  readonly filling?: string | undefined;
}

export interface FactsViewOptions<R extends object> {
  readonly fleet: Fleet;
  readonly clock: Clock;
  readonly resource: ResourceKind;
  readonly store: EntityStore<R>;
  /** The ids of the rows. */
  readonly ids: View<readonly string[]>;
  /** Must be pure. */
  readonly describe: (known: Known<R>, used: Used | undefined) => RowFacts;
}

interface Described<R> extends Known<R> {
  readonly sample: UsageSample | undefined;
  readonly facts: RowFacts;
}

const MIN_INTERVAL_MS = 100;
const MAX_INTERVAL_MS = 1000;

/** A larger list costs more to compute, and a later move of one of its rows is less visible. */
const MS_PER_ROW = 0.1;

/** Creates a view of the facts of all rows. It describes changed rows only, and emits at a limited rate. */
export function createFactsView<R extends object>(options: FactsViewOptions<R>): Throttled<readonly RowFacts[]> {
  const { fleet, clock, resource, store, ids, describe } = options;
  const kernel = kernelOf(fleet, 'createFactsView');
  // `usageOf` would create a view for each row.
  const usage = usagePart(kernel);
  // The view of all records does not tell which requests failed.
  const changes: ChangeSource = {
    subscribe(listener) {
      const notify = (): void => kernel.commits.afterCommit(listener);
      const stops = [store.onChange(notify), usage.onChange(notify)];
      return { unsubscribe: () => stops.forEach((stop) => stop()) };
    },
  };
  let described = new Map<string, Described<R>>();

  function describeAgain({ id, record, status, error }: Known<R>): Described<R> {
    const sample = usage.peek(resource, id);
    const before = described.get(id);
    const isSame =
      before?.record === record &&
      before?.status === status &&
      before.error === error &&
      before.sample === sample &&
      // A forecast ends with its time.
      before.facts.lastHealth.kind !== 'filling';
    if (isSame) return before;
    const known = { id, record, status, error };
    const facts = describe(known, sample && usedOf(record, sample, clock.now()));
    // Equal facts keep their object, so that a poll that changes no facts causes no new order.
    return { ...known, sample, facts: before !== undefined && deepEqual(before.facts, facts) ? before.facts : facts };
  }

  function describeAll(last: readonly RowFacts[] = []): readonly RowFacts[] {
    const rows = ids.value.map((id) => describeAgain(store.peek(id)));
    described = new Map(rows.map((row) => [row.id, row]));
    const facts = rows.map((row) => row.facts);
    return isSameList(last, facts) ? last : facts;
  }

  return throttle(clock, [ids, changes], describeAll, ({ length }) =>
    Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, MS_PER_ROW * length)),
  );
}

function usedOf(record: object | undefined, readings: UsageSample, now: number): Used {
  const all = Object.values(readings);
  const isSimulated = all.some(({ source }) => source?.startsWith('simulated'));
  const filling = selectFilling(limitUsage(record as LimitedRecord, readings, undefined, now), now)?.field;
  return { readings, filling, knowledge: all.length === 0 ? 'none' : isSimulated ? 'simulated' : 'reported' };
}

type LimitedRecord = Parameters<typeof limitUsage>[0];

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
export function describeRow(
  { id, record, status, error }: Known<object>,
  used: Used | undefined,
  { state = '', change = '', others, filters, keys, ...words }: RowWords,
): RowFacts {
  const [name, region, plan] = [textOf(words.name), textOf(words.region), textOf(words.plan)];
  const worst = selectWorst(limitUsage(record as LimitedRecord, used?.readings));
  const known = { status, hasRecord: record !== undefined, state, change, worst, filling: used?.filling };
  const health = selectHealth({ ...known, error });
  const lastHealth = selectHealth({ ...known, error: undefined });
  return {
    id,
    text: [name, id, region, placeOf(region), plan, planNameOf(plan), ...others].join(' ').toLowerCase(),
    filters: { health: health.kind, plan, region, ...filters },
    keys: {
      name: name || undefined,
      plan: plan || undefined,
      region: region || undefined,
      usage: worst?.ratio,
      attention: attentionKey(health, worst?.ratio),
      lastAttention: attentionKey(lastHealth, worst?.ratio),
      ...keys,
    },
    health,
    lastHealth,
    usage: used?.knowledge ?? 'none',
  };
}

/** A row moves when its use passes a tenth: an order by each change of the use would not be restful. */
const TENTHS = 10;

/** The key of a row in the order of attention: by its condition, then by its use. */
export function attentionKey({ kind }: Health, ratio: number | undefined): number {
  const tenths = Math.min(Math.floor((ratio ?? 0) * TENTHS), 99);
  return attentionRank(kind) * 100 - tenths;
}
