import type { Effort } from '../../harness/effort.js';
import { measureSizes } from '../../harness/measure-sizes.js';
import { candidatesOf } from './candidates-of.js';
import { createRecords } from './create-records.js';
import { received } from './received.js';
import { printPeerNotes } from './print-peer-notes.js';

/** Measures a change of one record among many. Each record has a subscriber. */
export async function change(effort: Effort): Promise<void> {
  await measureSizes(
    {
      title: 'an answer changes 1 of N records, 1 subscriber each',
      growthTarget: 4,
      candidatesOf(size) {
        const records = createRecords(size);
        return candidatesOf({
          records,
          change: { replicas: 9 },
          watch(store, timeLimit) {
            for (const { database_id } of records) {
              store.watch(database_id, received);
              timeLimit.check();
            }
          },
          target: 2.5,
        });
      },
    },
    effort,
  );
  printPeerNotes();
}
