import type { Readable } from '../../../../bindings/react/index.js';
import type { Clock, Entry, UsageSample } from '../../../../index.js';
import { throttle } from './throttle.js';
import type { RowFacts } from './row-facts.js';
import { deepEqual } from '../../../../core/shared/deep-equal.js';

export interface FactsViewOptions<R> {
  readonly clock: Clock;
  /** Sources that notify of changes. */
  readonly watched: Parameters<typeof throttle>[1];
  /** Returns the current rows. */
  readonly rows: () => readonly Known<R>[];
  readonly usageOf: (id: string) => UsageSample | undefined;
  /** Must be pure. */
  readonly describe: (known: Known<R>, used: Used | undefined) => RowFacts;
}

/** The parts of an entry that determine its facts. */
export type Known<R> = Pick<Entry<R>, 'id' | 'record' | 'status'>;

/** The reported usage by limit field. */
export type Used = Readonly<Record<string, number>>;

const MIN_INTERVAL_MS = 100;
const MAX_INTERVAL_MS = 1000;

/** A larger list costs more to compute, and a later move of one of its rows is less visible. */
const MS_PER_ROW = 0.1;

/** Creates a view of the facts of all rows. It describes changed rows only, and emits at a limited rate. */
export function createFactsView<R>(options: FactsViewOptions<R>): Readable<readonly RowFacts[]> {
  const { clock, watched, rows, usageOf, describe } = options;
  let described: ReadonlyMap<string, Described<R>> = new Map();

  function describeAgain(known: Known<R>): Described<R> {
    const usage = usageOf(known.id);
    const before = described.get(known.id);
    const isSame = before?.record === known.record && before?.status === known.status && before.usage === usage;
    if (isSame) return before;
    const { id, record, status } = known;
    return { id, record, status, usage, facts: describe(known, usage && usedOf(usage)) };
  }

  function describeAll(last: readonly RowFacts[] | undefined): readonly RowFacts[] {
    const now = rows().map(describeAgain);
    described = new Map(now.map((row) => [row.id, row]));
    return refreshFacts(
      last,
      now.map(({ facts }) => facts),
    );
  }

  return throttle(clock, watched, describeAll, ({ length }) =>
    Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, MS_PER_ROW * length)),
  );
}

interface Described<R> extends Known<R> {
  readonly usage: UsageSample | undefined;
  readonly facts: RowFacts;
}

/** Without the history of the usage: rows show no forecast, and a forecast costs more than all other facts. */
function usedOf(usage: UsageSample): Used {
  return Object.fromEntries(Object.entries(usage).map(([field, reading]) => [field, reading.used]));
}

/**
 * Replaces equal facts by the previous objects, and an equal list by the previous list. A poll that changes no facts then
 * causes no new order.
 */
function refreshFacts(last: readonly RowFacts[] | undefined, now: readonly RowFacts[]): readonly RowFacts[] {
  if (last === undefined) return now;
  let isSame = last.length === now.length;
  const kept = now.map((row, at) => {
    const before = last[at];
    if (before !== undefined && (before === row || deepEqual(before, row))) return before;
    isSame = false;
    return row;
  });
  return isSame ? last : kept;
}
