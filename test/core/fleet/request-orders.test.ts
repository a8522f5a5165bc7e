import { expect, test } from 'vitest';
import { RequestOrders } from '../../../src/core/fleet/request-orders.js';

test('requests have ascending whole numbers', () => {
  const orders = new RequestOrders();
  expect([orders.start(), orders.start(), orders.start()]).toEqual([1, 2, 3]);
});

test.each([0, 7, 1_800_000_000_000_000])(
  'changes without a request come after request %d and before the next',
  (turn) => {
    const orders = new RequestOrders();
    orders.start(turn);
    const changes = Array.from({ length: 10 }, () => orders.forChange());
    const next = orders.start();

    expect(changes[0]).toBeGreaterThan(turn);
    expect(changes).toEqual(changes.toSorted((a, b) => a - b));
    expect(next).toBe(turn + 1);
    expect(changes.at(-1)).toBeLessThan(next);
  },
);

test('a change comes after the changes and requests of other members that are known', () => {
  const orders = new RequestOrders();
  orders.start(7);
  orders.receive(9.25);
  expect(orders.latest).toBe(9.25);
  expect(orders.forChange()).toBeGreaterThan(9.25);
  orders.receive(3);
  expect(orders.start()).toBe(10);
});
