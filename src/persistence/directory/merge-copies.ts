import type { EngineLoss } from '../engine.js';
import { addChecksum, readChecksum, readSequence, type Head, type SealedValues } from './sealed-values.js';

/** All that could be read of a copy. */
export interface CopyContents extends SealedValues {
  /** Absent if the head is damaged, or if the copy was never completed. */
  readonly head: Head | undefined;
  /** In the order of the keys. */
  readonly checksums: readonly number[];
  readonly sum: number;
  /** Keys whose values are damaged. A damaged key may be here instead of the real one. */
  readonly damagedKeys: ReadonlySet<string>;
  /** Whether LevelDB read everything, and every key has its form. */
  readonly isReadable: boolean;
}

/** Whether a copy holds exactly the values that its head describes. */
export function isIntact(contents: CopyContents): boolean {
  const { head, checksums, sum, damagedKeys, isReadable } = contents;
  return isReadable && damagedKeys.size === 0 && head?.count === checksums.length && head.sum === sum;
}

export interface MergedCopies extends SealedValues {
  readonly losses: readonly EngineLoss[];
}

/**
 * Merges two damaged copies. The head of the newer copy tells whether a merge has restored all its values.
 *
 * If none has, the merge keeps each value of both copies, the newer one if both have it, and reports the rest as lost.
 */
export function mergeCopies(first: CopyContents, second: CopyContents): MergedCopies {
  const [newer, older] = sequenceOf(first) >= sequenceOf(second) ? [first, second] : [second, first];
  const [newerValues, olderValues] = [byKey(newer), byKey(older)];
  const all = newestOf(newerValues, olderValues);
  const merges = [newerValues, withDamagedKeys(newer, newerValues, olderValues), all];
  const exact = merges.find((values) => describes(newer.head, values));
  const merged = exact ?? all;
  return {
    keys: [...merged.keys()],
    values: [...merged.values()],
    losses: exact === undefined ? lossesOf(newer, older, all) : [],
  };
}

function byKey({ keys, values }: SealedValues): ReadonlyMap<string, string> {
  return new Map(keys.map((key, at) => [key, values[at] ?? '']));
}

function sequenceOf({ head }: CopyContents): number {
  return head?.sequence ?? -1;
}

function newestOf(
  first: ReadonlyMap<string, string>,
  second: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const values = new Map(first);
  for (const [key, value] of second) {
    const other = values.get(key);
    if (other === undefined || readSequence(other) < readSequence(value)) values.set(key, value);
  }
  return values;
}

/** The values of the newer copy, with values of the older copy only for damaged ones. Deleted keys do not come back. */
function withDamagedKeys(
  { damagedKeys }: CopyContents,
  newer: ReadonlyMap<string, string>,
  older: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const values = new Map(newer);
  for (const key of damagedKeys) {
    const value = older.get(key);
    if (value !== undefined) values.set(key, value);
  }
  return values;
}

function describes(head: Head | undefined, values: ReadonlyMap<string, string>): boolean {
  if (head?.count !== values.size) return false;
  let sum = 0;
  for (const sealed of values.values()) sum = addChecksum(sum, readChecksum(sealed));
  return sum === head.sum;
}

function lossesOf(newer: CopyContents, older: CopyContents, kept: ReadonlyMap<string, string>): readonly EngineLoss[] {
  const lost = new Set([...newer.damagedKeys, ...older.damagedKeys].filter((key) => !kept.has(key)));
  const losses = [...lost].map((key) => ({ key, message: `The value of ${JSON.stringify(key)} is damaged and lost.` }));
  const isExplained = lost.size > 0 && newer.head?.count === kept.size + lost.size;
  return isExplained ? losses : [...losses, { message: UNKNOWN_LOSS }];
}

const UNKNOWN_LOSS =
  'Both copies of the data are damaged. Some values are lost or older than before, or deleted values are back. ' +
  'The damaged files are kept beside the data.';
