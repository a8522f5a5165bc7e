import type { StoredWrite } from '../../src/persistence/engine.js';
import { createSeededRandom } from '../support/seeded-random.js';

/**
 * A batch of puts and deletes that depends on its number only, so that two processes know it.
 *
 * @param kind the kind of its values: `id` for the journal, `record` for the cache.
 */
export function batchOf(number: number, kind: 'id' | 'record' = 'id'): readonly StoredWrite[] {
  const random = createSeededRandom(number);
  const length = 1 + Math.floor(random() * 8);
  return Array.from({ length }, () => {
    const key = `${kind}/${Math.floor(random() * 60)}`;
    if (random() < 0.2) return { key };
    return {
      key,
      text: JSON.stringify({ key, number, filler: 'x'.repeat(Math.floor(random() * 300)), value: random() }),
    };
  });
}

/** Applies a batch to the values that a store should have. */
export function applyBatch(values: Map<string, string>, writes: readonly StoredWrite[]): void {
  for (const { key, text } of writes) {
    if (text === undefined) values.delete(key);
    else values.set(key, text);
  }
}
