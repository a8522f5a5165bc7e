import { parseLargeInteger } from './large-integer.js';
import { splitItems, splitMember } from './split-json.js';

/** The integers beyond 2^53 among the members of one record, exactly, by field name. */
export type LargeIntegers = ReadonlyMap<string, bigint>;

/**
 * Reads from a JSON text, exactly, the integers beyond 2^53 among the members of its record, or of each record of
 * its list. Numbers deeper inside a record are left out.
 *
 * This is the slow road: it goes through the whole text. The text must already have passed `JSON.parse`, so nothing
 * is checked here again.
 *
 * @returns one map for each record, in the order of the list; one map for a text that holds one object.
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
    // Of duplicate members the last one counts, as in JSON.parse.
    if (exact === undefined) members.delete(name);
    else members.set(name, exact);
  }
  return members;
}
