import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRanking, type Ranked } from '../../../src/core/limits/ranking.js';

interface Item extends Ranked {
  ratio: number;
}

test('first() returns the same items as a full sort after any puts, changes and removals', () => {
  const steps = fc.array(
    fc.record({
      order: fc.nat({ max: 30 }),
      ratio: fc.oneof(fc.nat({ max: 5 }), fc.constant(Infinity)),
      isIn: fc.boolean(),
    }),
    { maxLength: 100, size: 'max' },
  );
  fc.assert(
    fc.property(steps, fc.nat({ max: 35 }), (list, count) => {
      const heap = createRanking<Item>();
      const items = Array.from({ length: 31 }, (_, order): Item => ({ order, ratio: 0, heapIndex: -1 }));
      const inside = new Set<Item>();
      for (const { order, ratio, isIn } of list) {
        const item = items[order] as Item;
        if (isIn) {
          item.ratio = ratio;
          heap.put(item);
          inside.add(item);
        } else {
          heap.remove(item);
          inside.delete(item);
        }
      }
      const sorted = [...inside].sort((a, b) => (a.ratio === b.ratio ? a.order - b.order : b.ratio - a.ratio));
      expect(heap.first(count)).toEqual(sorted.slice(0, count));
    }),
    { numRuns: 2000 },
  );
});
