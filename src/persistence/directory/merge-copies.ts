import type { EngineLoss } from '../engine.js';
import { addChecksum, type Head, type Value } from './sealed-values.js';

/** All that could be read of a copy. */
export interface CopyContents {
  /** Absent if the head is damaged, or if the copy was never completed. */
  readonly head: Head | undefined;
  readonly values: ReadonlyMap<string, Value>;
  readonly sum: number;
  /** Keys whose values are damaged. A damaged key may be here instead of the real one. */
  readonly damagedKeys: ReadonlySet<string>;
  /** Whether LevelDB read everything, and every key has its form. */
  readonly isReadable: boolean;
}

/** Whether a copy holds exactly the values that its head describes. */
export function isIntact(contents: CopyContents): boolean {
  const { head, values, sum, damagedKeys, isReadable } = contents;
  return isReadable && damagedKeys.size === 0 && head?.count === values.size && head.sum === sum;
}

export interface MergedCopies {
  readonly values: ReadonlyMap<string, Value>;
  readonly losses: readonly EngineLoss[];
}

/**
 * Merges two damaged copies. The head of the newer copy tells whether a merge has restored all its values.
 *
 * If none has, the merge keeps each value of both copies, the newer one if both have it, and reports the rest as lost.
 */
export function mergeCopies(first: CopyContents, second: CopyContents): MergedCopies {
  const [newer, older] = sequenceOf(first) >= sequenceOf(second) ? [first, second] : [second, first];
  const all = newestOf(newer.values, older.values);
  const merges = [newer.values, withDamagedKeys(newer, older), all];
  const exact = merges.find((values) => describes(newer.head, values));
  if (exact !== undefined) return { values: exact, losses: [] };
  return { values: all, losses: lossesOf(newer, older, all) };
}

function sequenceOf({ head }: CopyContents): number {
  return head?.sequence ?? -1;
}

function newestOf(first: ReadonlyMap<string, Value>, second: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  const values = new Map(first);
  for (const [key, value] of second) {
    const other = values.get(key);
    if (other === undefined || other.sequence < value.sequence) values.set(key, value);
  }
  return values;
}

/** The values of the newer copy, with values of the older copy only for damaged ones. Deleted keys do not come back. */
function withDamagedKeys(newer: CopyContents, older: CopyContents): ReadonlyMap<string, Value> {
  const values = new Map(newer.values);
  for (const key of newer.damagedKeys) {
    const value = older.values.get(key);
    if (value !== undefined) values.set(key, value);
  }
  return values;
}

function describes(head: Head | undefined, values: ReadonlyMap<string, Value>): boolean {
  if (head?.count !== values.size) return false;
  let sum = 0;
  for (const { checksum } of values.values()) sum = addChecksum(sum, checksum);
  return sum === head.sum;
}

function lossesOf(newer: CopyContents, older: CopyContents, kept: ReadonlyMap<string, Value>): readonly EngineLoss[] {
  const lost = new Set([...newer.damagedKeys, ...older.damagedKeys].filter((key) => !kept.has(key)));
  const losses = [...lost].map((key) => ({ key, message: `The value of ${JSON.stringify(key)} is damaged and lost.` }));
  const isExplained = lost.size > 0 && newer.head?.count === kept.size + lost.size;
  return isExplained ? losses : [...losses, { message: UNKNOWN_LOSS }];
}

const UNKNOWN_LOSS =
  'Both copies of the data are damaged. Some values are lost or older than before, or deleted values are back.';
