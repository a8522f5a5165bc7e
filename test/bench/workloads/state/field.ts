import type { Database } from '../../../../src/core/records/database.js';
import type { Effort } from '../../harness/effort.js';
import { measureSizes } from '../../harness/measure-sizes.js';
import { candidatesOf } from './candidates-of.js';
import { createRecords } from './create-records.js';
import { received } from './received.js';
import { printPeerNotes } from './print-peer-notes.js';

/** Measures a change of one record among many. Each record has a subscriber to one of its fields. */
export async function field(effort: Effort): Promise<void> {
  await watchState('an answer changes 1 of N records, 1 subscriber each to another field', { replicas: 9 }, effort);
  await watchState(
    'an answer changes 1 of N records, 1 subscriber each to the changed field',
    { state: 'suspended' },
    effort,
  );
  printPeerNotes();
}

async function watchState(title: string, change: Partial<Database>, effort: Effort): Promise<void> {
  const candidatesOfSize = (size: number) => {
    const records = createRecords(size);
    return candidatesOf({
      records,
      change,
      watch(store, timeLimit) {
        for (const { database_id } of records) {
          store.watchField(database_id, 'state', received);
          timeLimit.check();
        }
      },
      target: 3,
    });
  };
  await measureSizes({ title, candidatesOf: candidatesOfSize }, effort);
}
