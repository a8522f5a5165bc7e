import type { Effort } from '../../harness/effort.js';
import { measureSizes } from '../../harness/measure-sizes.js';
import { candidatesOf } from './candidates-of.js';
import { createRecords } from './create-records.js';
import { received } from './received.js';
import { printPeerNotes } from './print-peer-notes.js';

/** Measures a commit that changes 1 % of many records. One subscriber gets all records. */
export async function list(effort: Effort): Promise<void> {
  const candidatesOfSize = (size: number) => {
    const answersPerRun = size / 100;
    return candidatesOf({
      records: createRecords(size),
      change: { replicas: 9 },
      watch: (store) => void store.watchAll(received),
      answersPerRun,
      run: (store, answers) => store.changeAll(Array.from({ length: answersPerRun }, answers.next)),
    });
  };
  await measureSizes(
    { title: 'answers change 1 % of N records in one commit, 1 subscriber to all', candidatesOf: candidatesOfSize },
    effort,
  );
  printPeerNotes();
}
