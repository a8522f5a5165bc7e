import type { Database } from '../../../../src/core/records/database.js';
import { createSeededRandom } from '../../../support/seeded-random.js';
import { sampleDatabase } from '../../../support/sample-database.js';

/** Creates the records of a fleet. Each is parsed separately, as in a fleet, so they share no objects. */
export function createRecords(count: number): readonly Database[] {
  return Array.from({ length: count }, (_, at) =>
    parsed({
      ...sampleDatabase,
      database_id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      db_max_clients: 1000 + (at % 100),
    }),
  );
}

export function parsed(record: Database): Database {
  return JSON.parse(JSON.stringify(record));
}

/** Answers to polls, created in advance, so that parsing is not measured. */
export type Answers = ReturnType<typeof createAnswers>;

/** The number of records that change in turn: more than the first cache of a processor holds. */
const CHANGING = 2000;

/**
 * Creates the answers for one candidate. Candidates do not share answers, because some freeze them.
 *
 * @param change the fields that differ from the records in the first round and in every second round after it. The
 *   answers of the other rounds equal the records.
 */
export function createAnswers(records: readonly Database[], change: Partial<Database>) {
  const random = createSeededRandom(7);
  const stretch = Math.max(1, records.length / CHANGING);
  const changing = Array.from(
    { length: Math.min(CHANGING, records.length) },
    (_, at) => records[Math.floor((at + random()) * stretch)] as Database,
  );
  // In random order, so that the processor cannot prefetch the records.
  changing.sort(() => random() - 0.5);
  const made: Database[] = [];
  let at = -1;
  return {
    prepare(count: number) {
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

let count = 0;

/** The work of every subscriber: the minimum that an engine does not optimize away. */
export function received(): void {
  count += 1;
}
