import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactSum } from '../../../src/core/limits/exact-sum.js';
import { createSeededRandom } from '../../support/seeded-random.js';

/** So fine that each amount of these tests is a whole number of parts. */
const PART_BITS = 200n;

const amounts = fc.oneof(
  fc.constantFrom(0, -0, 0.0001, 0.1, 3.5, 2 ** 43, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e300, Number.MAX_VALUE, 2 ** -140),
  fc.double({ min: 2 ** -140, max: 2 ** 60, noNaN: true }),
  fc.nat(),
);

/** An amount in parts; an amount over 2^1000 counts as 2^1000. */
const partsOf = (amount: number): bigint => {
  const capped = Math.min(amount, 2 ** 1000);
  return capped >= 2 ** 60 ? BigInt(capped) << PART_BITS : BigInt(capped * 2 ** Number(PART_BITS));
};

/** The nearest number to so many parts. A remainder that is cut off still decides to which side it is rounded. */
const numberOf = (parts: bigint): number => {
  if (parts < 1n << 900n) return Number(parts) / 2 ** Number(PART_BITS);
  const whole = parts >> PART_BITS;
  return Number(whole << PART_BITS === parts ? whole : whole | 1n);
};

test('a sum is exact after any additions and removals, in any order', () => {
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 30 }), fc.array(amounts, { maxLength: 30 }), (staying, going) => {
      const sum = new ExactSum();
      for (const amount of [...going, ...staying]) sum.change(undefined, amount);
      for (const amount of going) sum.change(amount, undefined);
      const expected = numberOf(staying.map(partsOf).reduce((all, one) => all + one, 0n));
      expect(sum.count).toBe(staying.length);
      expect(sum.value).toBe(staying.length === 0 ? undefined : expected);
      const reversed = new ExactSum();
      for (const amount of staying.toReversed()) reversed.change(undefined, amount);
      expect(reversed.value).toBe(sum.value);
    }),
    { numRuns: 2000 },
  );
});

test('a sum does not drift in a million changes', () => {
  const sum = new ExactSum();
  const random = createSeededRandom(7);
  sum.change(undefined, 0.3);
  let last: number | undefined;
  for (let change = 0; change < 1e6; change++) sum.change(last, (last = random() * 10 ** (change % 20)));
  sum.change(last, 0.0004);
  expect(sum.value).toBe(0.3004);
});

test('an amount that is not a number does not count', () => {
  const sum = new ExactSum();
  expect(sum.change(undefined, 'unlimited')).toBe(true);
  expect(sum.change(undefined, 2)).toBe(true);
  expect(sum.change(2, 2)).toBe(false);
  expect([sum.value, sum.count]).toEqual([2, 1]);
  sum.change(2, 'unlimited');
  expect([sum.value, sum.count]).toEqual([undefined, 0]);
});
