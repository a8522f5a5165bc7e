import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isTrouble } from '../../../../format/describe-health.js';
import type { Query } from '../shell/route.js';
import type { RowFacts } from './row-facts.js';
import { groupHeadings, groupingOf, groupRows } from './groups.js';
import { headingsOf, NO_HEADINGS, orderRows, parseSort, type Headings } from './order-rows.js';
import type { Column } from './rows.js';

/**
 * The rows of a list in the order that its address names, by default the order of attention.
 *
 * @param isHeld whether the user points at the list. Meanwhile its rows keep their order, and the same rows count as
 * needing attention.
 */
export function useListOrder(rows: readonly RowFacts[], columns: readonly Column[], query: Query, isHeld: boolean) {
  const sort = useMemo(() => parseSort(columns, query['sort']), [columns, query]);
  const groups = useMemo(() => {
    const grouping = groupingOf(query);
    return new Map(grouping && rows.map((row) => [row.id, grouping.nameOf(row)]));
  }, [rows, query]);
  const previous = useRef<readonly string[]>([]);
  const ordered = useMemo(() => orderRows(rows, query, sort, previous.current), [rows, query, sort]);
  useLayoutEffect(() => void (previous.current = ordered), [ordered]);
  const wanted = useMemo(() => (groups.size === 0 ? ordered : groupRows(ordered, groups)), [ordered, groups]);
  const troubled = useMemo(() => new Set(rows.filter(({ health }) => isTrouble(health)).map(({ id }) => id)), [rows]);
  // The user changes the search, the filters and the sort order, so the rows follow a new key at once.
  const latest = { key: new URLSearchParams(query).toString(), wanted, troubled };
  const [kept, keep] = useState<typeof latest>();
  const held = isHeld && kept?.key === latest.key ? kept : undefined;
  // React renders again at once, before it shows anything.
  if (isHeld && held === undefined) keep(latest);
  if (!isHeld && kept !== undefined) keep(undefined);
  const ids = useMemo(() => (held ? holdOrder(held.wanted, wanted, rows) : wanted), [held, wanted, rows]);
  const hasNewOrder = useMemo(() => ids !== wanted && ids.some((id, index) => id !== wanted[index]), [ids, wanted]);
  const shown = held?.troubled ?? troubled;
  const isByAttention = sort.key === 'attention';
  const headings = useMemo((): Headings => {
    const isInTrouble = (id: string): boolean => shown.has(id);
    if (groups.size > 0) return groupHeadings(ids, groups, isInTrouble);
    return isByAttention ? headingsOf(ids, isInTrouble) : NO_HEADINGS;
  }, [groups, isByAttention, ids, shown]);
  return { ids, sort, headings, hasNewOrder, apply: () => keep(latest) };
}

/** Returns the held rows in their order, without removed rows, and then the new rows. */
export function holdOrder(
  held: readonly string[],
  wanted: readonly string[],
  rows: readonly Pick<RowFacts, 'id'>[],
): readonly string[] {
  const existing = new Set(rows.map(({ id }) => id));
  return [...new Set([...held.filter((id) => existing.has(id)), ...wanted])];
}
