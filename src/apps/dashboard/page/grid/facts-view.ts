import type { Readable } from '../../../../bindings/react/index.js';
import type { Clock, Entry, UsageSample } from '../../../../index.js';
import { calm } from './calm.js';
import { refreshFacts } from './refresh-facts.js';
import type { RowFacts } from './row-facts.js';

export interface FactsViewOptions<R> {
  readonly clock: Clock;
  /** What tells that something may be different. */
  readonly watched: Parameters<typeof calm>[1];
  /** The rows that there are. */
  readonly rows: () => readonly Known<R>[];
  readonly usageOf: (id: string) => UsageSample | undefined;
  /** Must be pure. */
  readonly describe: (known: Known<R>, used: Used | undefined) => RowFacts;
}

/** What facts are made of: nothing else of an entry changes them. */
export type Known<R> = Pick<Entry<R>, 'id' | 'record' | 'status'>;

/** How much is used of limits, by their fields. */
export type Used = Readonly<Record<string, number>>;

const SHORTEST_MS = 100;
const LONGEST_MS = 1000;

/** The more rows there are, the more it costs, and the less it matters that one of them moves at once. */
const MS_A_ROW = 0.1;

/** What rows are found and ordered by, of all rows there are: kept as they change, and only as often as is calm. */
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

  return calm(clock, watched, describeAll, ({ length }) =>
    Math.min(LONGEST_MS, Math.max(SHORTEST_MS, MS_A_ROW * length)),
  );
}

interface Described<R> extends Known<R> {
  readonly usage: UsageSample | undefined;
  readonly facts: RowFacts;
}

/** Without its history: when a limit will be used up is not asked for of all rows, and costs more than all the rest. */
function usedOf(usage: UsageSample): Used {
  return Object.fromEntries(Object.entries(usage).map(([field, reading]) => [field, reading.used]));
}
