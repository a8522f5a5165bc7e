import { isObject } from './inspect.js';
import { isLargeInteger, parseLargeInteger } from './large-integer.js';
import { readLargeIntegers, type LargeIntegers } from './large-integers.js';

/** For more fields than this, one scan of the whole text is quicker than a search for each field. */
const MAX_SEARCHES = 8;

/**
 * Reads the integers beyond 2^53 of records exactly from their JSON text. A JSON reviver gets no source text in Node
 * 20, so the text is searched for the names of the few fields that need it.
 *
 * @param records the records that `JSON.parse` made of the text.
 * @returns one map for each record, in their order
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
 * Finds the literals of all members with a name, if the text contains the name `count` times, once for each record with
 * that member. If it contains the name more often, there are duplicates or nested members, and the result is
 * `undefined`.
 */
function findLiterals(text: string, name: string, count: number): string[] | undefined {
  // An escape could hide the name. A name of punctuation could match the end of one string and the start of the next.
  if (text.includes('\\') || !/^\w+$/.test(name)) return undefined;
  const quoted = `"${name}"`;
  const literals: string[] = [];
  for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, VALUE.lastIndex)) {
    VALUE.lastIndex = at + quoted.length;
    const found = VALUE.exec(text);
    // The match is a string value, not the name of a member.
    if (found === null) VALUE.lastIndex = at + 1;
    else if (literals.push(found[1] ?? '') > count) return undefined;
  }
  return literals;
}
