import type { Database } from '../../../../src/core/api/database.js';
import { createSeededRandom } from '../../../support/seeded-random.js';
import { parsed } from './create-records.js';

/** Answers to polls, made before they are needed: parsing is not what is measured. */
export interface Answers {
  prepare(count: number): void;
  next(): Database;
}

/** So many records change in turn, all over the fleet: more than a processor's nearest cache holds. */
const CHANGING = 2000;

/**
 * Answers for one candidate, to which they belong from then on: some freeze what they are given.
 *
 * @param change what differs from the records in the first round, and in every second one after it; those between are
 *   as at first.
 */
export function createAnswers(records: readonly Database[], change: Partial<Database>): Answers {
  const random = createSeededRandom(7);
  const stretch = Math.max(1, records.length / CHANGING);
  const changing = Array.from(
    { length: Math.min(CHANGING, records.length) },
    (_, at) => records[Math.floor((at + random()) * stretch)] as Database,
  );
  // In no order that memory knows.
  changing.sort(() => random() - 0.5);
  const made: Database[] = [];
  let at = -1;
  return {
    prepare(count) {
      const needed = Math.min(at + 1 + count, changing.length * 2);
      while (made.length < needed) made.push(make(made.length));
    },
    next() {
      at = (at + 1) % (changing.length * 2);
      return made[at] as Database;
    },
  };

  function make(position: number): Database {
    const record = changing[position % changing.length] as Database;
    return parsed(position < changing.length ? { ...record, ...change } : record);
  }
}
