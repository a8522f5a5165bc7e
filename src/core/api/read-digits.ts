import { isObject } from './inspect.js';
import { isLargeInteger, parseLargeInteger } from './large-integer.js';
import { readLargeIntegers, type LargeIntegers } from './large-integers.js';

/** With more fields than this to look for, going through the text once is quicker. */
const MAX_SEARCHES = 8;

/**
 * Reads from a JSON text, exactly, the integers beyond 2^53 among the members of its records. Node 20 gives a JSON
 * reviver no source text, so the text is searched for the few fields that need it, by name.
 *
 * @param records what `JSON.parse` made of the text: its list, or its one record.
 * @returns one map for each record, in their order.
 */
export function readDigits(text: string, records: readonly unknown[]): readonly LargeIntegers[] {
  const fields = largeFields(records);
  if (fields.size > MAX_SEARCHES) return readLargeIntegers(text);
  const digits = records.map(() => new Map<string, bigint>());
  for (const field of fields) {
    const holders = digits.filter((_, at) => hasMember(records[at], field));
    const literals = findLiterals(text, field, holders.length);
    if (literals === undefined) return readLargeIntegers(text);
    literals.forEach((literal, at) => {
      const exact = parseLargeInteger(literal);
      if (exact !== undefined) holders[at]?.set(field, exact);
    });
  }
  return digits;
}

function largeFields(records: readonly unknown[]): Set<string> {
  const fields = new Set<string>();
  for (const record of records) {
    if (!isObject(record)) continue;
    for (const field in record) if (isLargeInteger(record[field])) fields.add(field);
  }
  return fields;
}

function hasMember(record: unknown, field: string): boolean {
  return isObject(record) && Object.hasOwn(record, field);
}

const VALUE = /\s*:\s*([-+.\deE]*)/y;

/**
 * Finds the literals of all members of a name. Where no escape is in the text, each of the `count` records that have
 * the member spells its name out; so if it is there no more often, then it is nowhere else: no duplicate, not deeper.
 */
function findLiterals(text: string, name: string, count: number): string[] | undefined {
  // A name of punctuation may also be read across the end of one string and the beginning of the next.
  if (text.includes('\\') || !/^\w+$/.test(name)) return undefined;
  const quoted = `"${name}"`;
  const literals: string[] = [];
  for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, VALUE.lastIndex)) {
    VALUE.lastIndex = at + quoted.length;
    const found = VALUE.exec(text);
    // A string that reads as the name, not a member.
    if (found === null) VALUE.lastIndex = at + 1;
    else if (literals.push(found[1] ?? '') > count) return undefined;
  }
  return literals;
}
