import type { Effort } from '../../harness/effort.js';
import { measureSizes } from '../../harness/measure-sizes.js';
import { candidatesOf } from './candidates-of.js';
import { createRecords } from './create-records.js';
import { heard } from './heard.js';
import { printPeerNotes } from './print-peer-notes.js';

/** One of many records is polled, and nothing is new; each has a subscriber, who hears nothing. */
export async function unchanged(effort: Effort): Promise<void> {
  const candidatesOfSize = (size: number) => {
    const records = createRecords(size);
    return candidatesOf({
      records,
      change: {},
      watch(store, patience) {
        for (const { database_id } of records) {
          store.watch(database_id, heard);
          patience.check();
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
