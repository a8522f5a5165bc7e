import type { Readable } from '../../bindings/react/index.js';
import type { Clock, UsageSample } from '../../index.js';
import { calm } from './calm.js';
import { refreshFacts } from './refresh-facts.js';
import type { RowFacts } from './row-facts.js';

export interface FactsViewOptions<R extends object> {
  readonly clock: Clock;
  /** What tells that something may be different. */
  readonly watched: Parameters<typeof calm>[1];
  /** The rows that there are: ids, each with its record where there is one. */
  readonly rows: () => readonly (readonly [id: string, record: R | undefined])[];
  readonly usageOf: (id: string) => UsageSample | undefined;
  /** Must be pure. */
  readonly describe: (id: string, record: R | undefined, usage: UsageSample | undefined) => RowFacts;
}

const SHORTEST_MS = 100;
const LONGEST_MS = 1000;

/** The more rows there are, the more it costs, and the less it matters that one of them moves at once. */
const MS_A_ROW = 0.1;

/** What rows are found and ordered by, of all rows there are: kept as they change, and only as often as is calm. */
export function createFactsView<R extends object>(options: FactsViewOptions<R>): Readable<readonly RowFacts[]> {
  const { clock, watched, rows, usageOf, describe } = options;
  const described = new WeakMap<R, { readonly usage: UsageSample | undefined; readonly facts: RowFacts }>();

  function factsOf(id: string, record: R | undefined): RowFacts {
    const usage = usageOf(id);
    const before = record && described.get(record);
    if (before !== undefined && before.usage === usage) return before.facts;
    const facts = describe(id, record, usage);
    if (record !== undefined) described.set(record, { usage, facts });
    return facts;
  }

  return calm<readonly RowFacts[]>(
    clock,
    watched,
    (last) =>
      refreshFacts(
        last,
        rows().map(([id, record]) => factsOf(id, record)),
      ),
    ({ length }) => Math.min(LONGEST_MS, Math.max(SHORTEST_MS, MS_A_ROW * length)),
  );
}
