import { printNote } from '../../harness/print-note.js';
import { peers } from '../../peers/peers.js';

/** Prints what there is to know of the peers, beneath the tables that they are in. */
export function printPeerNotes(): void {
  const names = new Map<string, string[]>();
  for (const { name, remark } of peers) {
    if (remark === undefined) continue;
    names.set(remark, [...(names.get(remark) ?? []), name]);
  }
  for (const [remark, those] of names) printNote(`${those.join(', ')}: ${remark}.`);
}
