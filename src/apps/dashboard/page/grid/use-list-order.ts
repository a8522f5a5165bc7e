import { useLayoutEffect, useMemo, useRef } from 'react';
import { isTrouble } from '../../../../format/describe-health.js';
import { useIsDown } from '../polling/connection.js';
import type { Query } from '../shell/route.js';
import type { RowFacts } from './facts-view.js';
import { groupHeadings, groupingOf, groupRows } from './groups.js';
import { headingsOf, NO_HEADINGS, orderRows, parseSort, type Headings, type Sort } from './order-rows.js';
import { useHeldOrder, type HeldOrder } from './use-held-order.js';

export interface ListOrder extends HeldOrder {
  readonly sort: Sort;
  readonly headings: Headings;
}

/**
 * The rows of a list in the order of its address, which is that of attention by default. While the service answers no
 * request, the last known conditions count.
 */
export function useListOrder(rows: readonly RowFacts[], query: Query, isHeld: boolean): ListOrder {
  const isDown = useIsDown();
  const sort = useMemo(() => parseSort(query['sort'], isDown ? 'lastAttention' : 'attention'), [query, isDown]);
  const groups = useMemo(() => {
    const grouping = groupingOf(query);
    return new Map(grouping && rows.map((row) => [row.id, grouping.nameOf(row)]));
  }, [rows, query]);
  const last = useRef<readonly string[]>([]);
  const ordered = useMemo(() => orderRows(rows, query, sort, last.current), [rows, query, sort]);
  useLayoutEffect(() => void (last.current = ordered), [ordered]);
  const wanted = useMemo(() => (groups.size === 0 ? ordered : groupRows(ordered, groups)), [ordered, groups]);
  const troubled = useMemo(() => {
    const some = rows.filter(({ health, lastHealth }) => isTrouble(isDown ? lastHealth : health));
    return new Set(some.map(({ id }) => id));
  }, [rows, isDown]);
  const order = useHeldOrder({ wanted, rows, key: new URLSearchParams(query).toString(), isHeld, troubled });
  const { ids, troubled: shown } = order;
  const isByAttention = query['sort'] === undefined;
  const headings = useMemo(() => {
    const isInTrouble = (id: string): boolean => shown.has(id);
    if (groups.size > 0) return groupHeadings(ids, groups, isInTrouble);
    return isByAttention ? headingsOf(ids, isInTrouble) : NO_HEADINGS;
  }, [groups, isByAttention, ids, shown]);
  return { ...order, sort, headings };
}
