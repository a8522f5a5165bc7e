import { useLayoutEffect, useMemo, useRef, useCallback, useState } from 'react';
import { isTrouble } from '../../../../format/describe-health.js';
import type { Query } from '../shell/route.js';
import type { RowFacts } from './row-facts.js';
import { groupHeadings, groupingOf, groupRows } from './groups.js';
import { headingsOf, NO_HEADINGS, orderRows, parseSort, type Headings } from './order-rows.js';
import type { Column } from './rows.js';

/** The rows of a list in the order that its address names, by default the order of attention. */
export function useListOrder(rows: readonly RowFacts[], columns: readonly Column[], query: Query, isHeld: boolean) {
  const sort = useMemo(() => {
    const sortable = columns.flatMap(({ key, isFixed }) => (isFixed ? [] : key));
    return parseSort(sortable, query['sort']);
  }, [columns, query]);
  const groups = useMemo(() => {
    const grouping = groupingOf(query);
    return new Map(grouping && rows.map((row) => [row.id, grouping.nameOf(row)]));
  }, [rows, query]);
  const last = useRef<readonly string[]>([]);
  const ordered = useMemo(() => orderRows(rows, query, sort, last.current), [rows, query, sort]);
  useLayoutEffect(() => void (last.current = ordered), [ordered]);
  const wanted = useMemo(() => (groups.size === 0 ? ordered : groupRows(ordered, groups)), [ordered, groups]);
  const troubled = useMemo(() => new Set(rows.filter(({ health }) => isTrouble(health)).map(({ id }) => id)), [rows]);
  const order = useHeldOrder({ wanted, rows, key: new URLSearchParams(query).toString(), isHeld, troubled });
  const { ids, troubled: shown } = order;
  const isByAttention = sort.key === 'attention';
  const headings = useMemo((): Headings => {
    const isInTrouble = (id: string): boolean => shown.has(id);
    if (groups.size > 0) return groupHeadings(ids, groups, isInTrouble);
    return isByAttention ? headingsOf(ids, isInTrouble) : NO_HEADINGS;
  }, [groups, isByAttention, ids, shown]);
  return { ...order, sort, headings };
}

interface OrderToHold {
  readonly wanted: readonly string[];
  /** All rows, also those that do not match. */
  readonly rows: readonly Pick<RowFacts, 'id'>[];
  /** Identifies the search, the filters and the sort order. The user changes them, so the rows follow at once. */
  readonly key: string;
  readonly isHeld: boolean;
  /** The rows that need attention. */
  readonly troubled: ReadonlySet<string>;
}

/** While the user points at the list, its rows keep their order, and the same rows count as needing attention. */
function useHeldOrder({ wanted, rows, key, isHeld, troubled }: OrderToHold) {
  const [last, setLast] = useState<Pick<OrderToHold, 'key' | 'wanted' | 'troubled'>>();
  const held = isHeld && last?.key === key ? last : undefined;
  // React renders again at once, before it shows anything.
  if (isHeld && held === undefined) setLast({ key, wanted, troubled });
  if (!isHeld && last !== undefined) setLast(undefined);
  const ids = useMemo(() => (held ? holdOrder(held.wanted, wanted, rows) : wanted), [held, wanted, rows]);
  const hasNewOrder = useMemo(() => ids !== wanted && ids.some((id, index) => id !== wanted[index]), [ids, wanted]);
  const apply = useCallback(() => setLast({ key, wanted, troubled }), [key, wanted, troubled]);
  return { ids, troubled: held?.troubled ?? troubled, hasNewOrder, apply };
}

/** Returns the held rows in their order, without removed rows, and then the new rows. */
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
