import { printNote } from '../../harness/print-note.js';
import { peers } from '../../peers/peers.js';

/** Prints the notes on the peers below the tables. */
export function printPeerNotes(): void {
  const names = new Map<string, string[]>();
  for (const { name, remark } of peers) {
    if (remark === undefined) continue;
    names.set(remark, [...(names.get(remark) ?? []), name]);
  }
  for (const [remark, those] of names) printNote(`${those.join(', ')}: ${remark}.`);
}
