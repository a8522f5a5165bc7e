import type { Effort } from '../../harness/effort.js';
import { measureSizes } from '../../harness/measure-sizes.js';
import { printNote } from '../../harness/print-note.js';
import { fleetglassWithUsage } from '../../peers/fleetglass.js';
import { summaryByHand } from '../../peers/summary-by-hand.js';
import { candidatesOf } from './candidates-of.js';
import { createRecords } from './create-records.js';
import { received } from './received.js';
import { printPeerNotes } from './print-peer-notes.js';

/** Measures a changed limit of one record among many, and the update of the sum of all records. */
export async function summary(effort: Effort): Promise<void> {
  await measureSizes(
    {
      title: 'an answer changes a limit of 1 of N records, 1 subscriber to the summary of all',
      growthTarget: 3,
      candidatesOf: (size) =>
        candidatesOf(
          {
            records: createRecords(size),
            change: { db_max_clients: 1500 },
            watch: (store) => void store.watchSummary(received),
            target: 6,
          },
          [fleetglassWithUsage, summaryByHand],
        ),
    },
    effort,
  );
  printNote(
    'The floor adds up one limit by hand, the peers do as they can. In the summary of fleetglass are all limits.',
  );
  printPeerNotes();
}
