import { parse, stringify } from 'lossless-json';

/**
 * Parses a JSON text. An integer that a number cannot hold exactly becomes a bigint; every other number is a number.
 * Of members with the same name the last one counts, as in JSON.parse.
 *
 * @throws SyntaxError when it is not JSON. Its message quotes the text: do not show it.
 */
export function parseExactJson(text: string): unknown {
  return parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
}

/** The JSON text of a value; a bigint is written with all its digits. */
export function stringifyExactJson(value: unknown): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError('the value has no JSON form');
  return text;
}

function parseNumber(literal: string): number | bigint {
  const value = Number(literal);
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(literal) ? value : BigInt(literal);
}
