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
  const troubled = useMemo(() => {
    const some = rows.filter(({ health, lastHealth }) => isTrouble(isDown ? lastHealth : health));
    return new Set(some.map(({ id }) => id));
  }, [rows, isDown]);
  const order = useHeldOrder({ wanted, rows, key: new URLSearchParams(query).toString(), isHeld, troubled });
  const isByAttention = query['sort'] === undefined;
  const headings = useMemo(
    () => headingsOf(isByAttention ? order.ids : [], (id) => order.troubled.has(id)),
    [isByAttention, order.ids, order.troubled],
  );
  return { ...order, sort, headings };
}
