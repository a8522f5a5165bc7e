import { parseLargeInteger } from './large-integer.js';
import { splitItems, splitMember } from './split-json.js';

/** The exact integers beyond 2^53 among the members of one record, by field name. */
export type LargeIntegers = ReadonlyMap<string, bigint>;

/**
 * Reads the integers beyond 2^53 of a record, or of each record of a list, exactly from their JSON text. Numbers that
 * are nested deeper are left out.
 *
 * It scans the whole text, so it is slow. It does not check the text, which `JSON.parse` must have accepted before.
 *
 * @returns one map for each record, in the order of the list
 */
export function readLargeIntegers(text: string): readonly LargeIntegers[] {
  const value = text.trim();
  return value.startsWith('[') ? splitItems(value).map(readMembers) : [readMembers(value)];
}

function readMembers(record: string): LargeIntegers {
  const members = new Map<string, bigint>();
  if (!record.startsWith('{')) return members;
  for (const member of splitItems(record)) {
    const [nameText, value] = splitMember(member);
    const exact = parseLargeInteger(value);
    if (exact === undefined && members.size === 0) continue;
    const name = JSON.parse(nameText) as string;
    // The last of duplicate members counts, as in JSON.parse.
    if (exact === undefined) members.delete(name);
    else members.set(name, exact);
  }
  return members;
}
