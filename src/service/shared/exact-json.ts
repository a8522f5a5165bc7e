import { parse, stringify } from 'lossless-json';
import { isLargeInteger } from '../../core/records/exact-int64.js';

/**
 * Parses a JSON text; `undefined` for invalid JSON. An integer that a number cannot hold exactly becomes a bigint. Every
 * other number is a number. The last of several members with the same name counts, as in JSON.parse.
 */
export function parseExactJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // The exact parser takes thirty times as long. Few records need it.
    if (!holds(value, isLargeInteger)) return value;
    return parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
  } catch {
    // The error quotes the text, and records hold passwords. A text of nothing but brackets exhausts the stack.
    return undefined;
  }
}

/** The JSON text of a value. A bigint is written with all its digits. */
export function stringifyExactJson(value: unknown): string {
  const text = holds(value, (member) => typeof member === 'bigint') ? stringify(value) : JSON.stringify(value);
  if (text === undefined) throw new TypeError('the value has no JSON form');
  return text;
}

function holds(value: unknown, matches: (value: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return matches(value);
  return Object.values(value).some((member) => holds(member, matches));
}

function parseNumber(literal: string): number | bigint {
  const value = Number(literal);
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(literal) ? value : BigInt(literal);
}
