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
  readonly describe: (id: string, record: R | undefined, used: Used | undefined) => RowFacts;
}

/** How much is used of limits, by their fields. */
export type Used = Readonly<Record<string, number>>;

const SHORTEST_MS = 100;
const LONGEST_MS = 1000;

/** The more rows there are, the more it costs, and the less it matters that one of them moves at once. */
const MS_A_ROW = 0.1;

/** What rows are found and ordered by, of all rows there are: kept as they change, and only as often as is calm. */
export function createFactsView<R extends object>(options: FactsViewOptions<R>): Readable<readonly RowFacts[]> {
  const { clock, watched, rows, usageOf, describe } = options;
  const described = new WeakMap<R, { readonly usage: UsageSample | undefined; readonly facts: RowFacts }>();
  const unknown = new Map<string, RowFacts>();

  function factsOfUnknown(id: string): RowFacts {
    const facts = unknown.get(id) ?? describe(id, undefined, undefined);
    unknown.set(id, facts);
    return facts;
  }

  function factsOf(id: string, record: R): RowFacts {
    const usage = usageOf(id);
    const before = described.get(record);
    if (before !== undefined && before.usage === usage) return before.facts;
    const facts = describe(id, record, usage && usedOf(usage));
    described.set(record, { usage, facts });
    unknown.delete(id);
    return facts;
  }

  return calm<readonly RowFacts[]>(
    clock,
    watched,
    (last) =>
      refreshFacts(
        last,
        rows().map(([id, record]) => (record === undefined ? factsOfUnknown(id) : factsOf(id, record))),
      ),
    ({ length }) => Math.min(LONGEST_MS, Math.max(SHORTEST_MS, MS_A_ROW * length)),
  );
}

/** Without its history: when a limit will be used up is not asked for of all rows, and costs more than all the rest. */
function usedOf(usage: UsageSample): Used {
  return Object.fromEntries(Object.entries(usage).map(([field, reading]) => [field, reading.used]));
}
