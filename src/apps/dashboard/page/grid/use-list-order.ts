import { useMemo } from 'react';
import { isTrouble } from '../../../../format/describe-health.js';
import { useIsDown } from '../polling/connection.js';
import type { Query } from '../shell/route.js';
import type { RowFacts } from './facts-view.js';
import { headingsOf, orderRows, parseSort, type Headings, type Sort } from './order-rows.js';
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
  const wanted = useMemo(() => orderRows(rows, query, sort), [rows, query, sort]);
  const order = useHeldOrder({ wanted, rows, key: new URLSearchParams(query).toString(), isHeld });
  const { ids } = order;
  const isByAttention = query['sort'] === undefined;
  const headings = useMemo(() => {
    const troubled = rows.filter(({ health, lastHealth }) => isTrouble(isDown ? lastHealth : health));
    const troubledIds = new Set(troubled.map(({ id }) => id));
    return headingsOf(isByAttention ? ids : [], (id) => troubledIds.has(id));
  }, [isByAttention, ids, rows, isDown]);
  return { ...order, sort, headings };
}
