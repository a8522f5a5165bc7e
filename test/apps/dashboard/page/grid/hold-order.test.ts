// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import {
  holdOrder,
  useHeldOrder,
  type OrderToHold,
} from '../../../../../src/apps/dashboard/page/grid/use-list-order.js';
import type { RowFacts } from '../../../../../src/apps/dashboard/page/grid/facts-view.js';

afterEach(cleanup);

function rowsOf(ids: readonly string[]): readonly RowFacts[] {
  return ids.map((id) => ({
    id,
    text: '',
    filters: {},
    keys: {},
    health: { kind: 'healthy' },
    lastHealth: { kind: 'healthy' },
    usage: 'none',
  }));
}

describe('holdOrder', () => {
  it('keeps the places of rows, also of rows that no longer match', () => {
    expect(holdOrder(['a', 'b', 'c'], ['c', 'a'], rowsOf(['a', 'b', 'c']))).toEqual(['a', 'b', 'c']);
  });

  it('removes rows that are gone, and adds new rows at the end', () => {
    expect(holdOrder(['a', 'b', 'c'], ['d', 'c', 'a'], rowsOf(['a', 'c', 'd']))).toEqual(['a', 'c', 'd']);
  });
});

describe('useHeldOrder', () => {
  const rows = rowsOf(['a', 'b', 'c']);
  const show = (wanted: readonly string[]) => {
    const initialProps: OrderToHold = { wanted, rows, key: '', isHeld: false, troubled: new Set(['a']) };
    const { result, rerender } = renderHook(useHeldOrder, { initialProps });
    let props = initialProps;
    return { result, change: (part: Partial<OrderToHold>) => rerender((props = { ...props, ...part })) };
  };

  it('waits with a new order until it is released', () => {
    const { result, change } = show(['a', 'b', 'c']);
    change({ isHeld: true });
    change({ wanted: ['c', 'b', 'a'], troubled: new Set(['c']) });
    expect(result.current).toMatchObject({ ids: ['a', 'b', 'c'], hasNewOrder: true });
    // Headings would move the rows.
    expect([...result.current.troubled]).toEqual(['a']);
    change({ isHeld: false });
    expect(result.current).toMatchObject({ ids: ['c', 'b', 'a'], hasNewOrder: false });
  });

  it.each([
    ['on request', { wanted: ['c', 'b', 'a'] }, (apply: () => void) => act(apply)],
    ['at once after a search or sort of the user', { wanted: ['c', 'b', 'a'], key: 'sort=-name' }, () => {}],
  ])('shows a new order %s, and holds it', (_, part, request) => {
    const { result, change } = show(['a', 'b', 'c']);
    change({ isHeld: true });
    change(part);
    request(() => result.current.apply());
    expect(result.current).toMatchObject({ ids: ['c', 'b', 'a'], hasNewOrder: false });
    change({ wanted: ['b', 'c', 'a'] });
    expect(result.current).toMatchObject({ ids: ['c', 'b', 'a'], hasNewOrder: true });
  });
});
