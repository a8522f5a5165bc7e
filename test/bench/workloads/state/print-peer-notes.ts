import { peers } from '../../peers/peers.js';

/** Prints what there is to know of the peers, beneath the tables that they are in. */
export function printPeerNotes(): void {
  const names = new Map<string, string[]>();
  for (const { name, remark } of peers) {
    if (remark === undefined) continue;
    names.set(remark, [...(names.get(remark) ?? []), name]);
  }
  for (const [remark, those] of names) for (const line of wrapped(`${those.join(', ')}: ${remark}.`)) console.log(line);
}

const WIDTH = 98;

function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)}${lines.at(-1) === '' ? '  ' : ' '}${word}`;
    if (longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`    ${word}`);
  }
  return lines;
}
