import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactSum } from '../../src/limits/exact-sum.js';

const amounts = fc.oneof(
  fc.constantFrom(0, -0, 0.0001, 3.5, 2 ** 43, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e300, Number.MAX_VALUE),
  fc.double({ min: 0, max: 2 ** 60, noNaN: true }),
  fc.nat(),
);

test('a sum is right whatever came and went', () => {
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 30 }), fc.array(amounts, { maxLength: 30 }), (staying, going) => {
      const sum = new ExactSum();
      for (const amount of [...going, ...staying]) sum.change(undefined, amount);
      for (const amount of going) sum.change(amount, undefined);
      const parts = staying.map((amount) => BigInt(Math.round(Math.min(amount, 2 ** 1000) * 1024)));
      const expected = Number(parts.reduce((all, one) => all + one, 0n)) / 1024;
      expect(sum.count).toBe(staying.length);
      expect(sum.value).toBe(staying.length === 0 ? undefined : expected);
    }),
    { numRuns: 2000 },
  );
});

test('what is no number is none of its amounts', () => {
  const sum = new ExactSum();
  expect(sum.change(undefined, 'unlimited')).toBe(true);
  expect(sum.change(undefined, 2)).toBe(true);
  expect(sum.change(2, 2)).toBe(false);
  expect([sum.value, sum.count]).toEqual([2, 1]);
  sum.change(2, 'unlimited');
  expect([sum.value, sum.count]).toEqual([undefined, 0]);
});
