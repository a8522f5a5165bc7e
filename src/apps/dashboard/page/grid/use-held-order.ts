import { useCallback, useMemo, useState } from 'react';
import type { RowFacts } from './facts-view.js';

export interface OrderToHold {
  readonly wanted: readonly string[];
  /** All rows, also those that do not match. */
  readonly rows: readonly Pick<RowFacts, 'id'>[];
  /** Identifies the search, the filters and the sort order. The user changes them, so the rows follow at once. */
  readonly key: string;
  readonly isHeld: boolean;
  /** The rows that need attention. */
  readonly troubled: ReadonlySet<string>;
}

/** The order of a list, which waits while the user points at the list. */
export interface HeldOrder {
  readonly ids: readonly string[];
  /** The rows that needed attention when this order began. */
  readonly troubled: ReadonlySet<string>;
  readonly hasNewOrder: boolean;
  readonly apply: () => void;
}

/** Keeps the rows of a list in their places while the user points at it. */
export function useHeldOrder({ wanted, rows, key, isHeld, troubled }: OrderToHold): HeldOrder {
  const [held, setHeld] = useState<{ readonly key: string } & Pick<HeldOrder, 'ids' | 'troubled'>>();
  const isCurrent = held !== undefined && held.key === key;
  // React renders again at once, before it shows anything.
  if (isHeld && !isCurrent) setHeld({ key, ids: wanted, troubled });
  if (!isHeld && held !== undefined) setHeld(undefined);
  const ids = useMemo(
    () => (isHeld && isCurrent ? holdOrder(held.ids, wanted, rows) : wanted),
    [isHeld, isCurrent, held, wanted, rows],
  );
  const hasNewOrder = useMemo(() => ids !== wanted && ids.some((id, at) => id !== wanted[at]), [ids, wanted]);
  const apply = useCallback(() => setHeld({ key, ids: wanted, troubled }), [key, wanted, troubled]);
  return { ids, troubled: isHeld && isCurrent ? held.troubled : troubled, hasNewOrder, apply };
}

/** Returns the rows in their places. Rows that are gone leave. New rows are at the end. */
export function holdOrder(
  held: readonly string[],
  wanted: readonly string[],
  rows: readonly Pick<RowFacts, 'id'>[],
): readonly string[] {
  const existing = new Set(rows.map(({ id }) => id));
  const before = new Set(held);
  const kept = held.filter((id) => existing.has(id));
  const added = wanted.filter((id) => !before.has(id));
  return [...kept, ...added];
}
