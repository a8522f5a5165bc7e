import { parseLargeInteger } from './large-integer.js';

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
    const nameEnd = endOfString(member, 0) + 1;
    const exact = parseLargeInteger(member.slice(member.indexOf(':', nameEnd) + 1).trim());
    if (exact === undefined && members.size === 0) continue;
    const name = JSON.parse(member.slice(0, nameEnd)) as string;
    // Of duplicate members the last one counts, as in JSON.parse.
    if (exact === undefined) members.delete(name);
    else members.set(name, exact);
  }
  return members;
}

/** The texts of what stands between the brackets of a list or an object, cut at its commas. */
function splitItems(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 1;
  for (let at = 0; at < text.length; at++) {
    const mark = text[at];
    if (mark === '"') at = endOfString(text, at);
    else if (mark === '{' || mark === '[') depth += 1;
    else if (mark === '}' || mark === ']') depth -= 1;
    if (depth === 0 || (depth === 1 && mark === ',')) {
      items.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return items[0] === '' ? [] : items;
}

/** The place of the quote that ends the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
