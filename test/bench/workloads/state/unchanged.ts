import type { Effort } from '../../harness/effort.js';
import { measureSizes } from '../../harness/measure-sizes.js';
import { candidatesOf } from './candidates-of.js';
import { createRecords } from './create-records.js';
import { received } from './received.js';
import { printPeerNotes } from './print-peer-notes.js';

/** Measures an equal answer for one record among many. Each record has a subscriber, which is not notified. */
export async function unchanged(effort: Effort): Promise<void> {
  const candidatesOfSize = (size: number) => {
    const records = createRecords(size);
    return candidatesOf({
      records,
      change: {},
      watch(store, timeLimit) {
        for (const { database_id } of records) {
          store.watch(database_id, received);
          timeLimit.check();
        }
      },
    });
  };
  await measureSizes(
    { title: 'an equal answer for 1 of N records, 1 subscriber each', candidatesOf: candidatesOfSize },
    effort,
  );
  printPeerNotes();
}
