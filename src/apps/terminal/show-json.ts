import { stringify } from 'lossless-json';
import { printableJson } from '../../format/printable.js';

/** The text of one JSON document for stdout: every digit of a bigint, nothing that a terminal obeys. */
export function showJson(value: unknown): string {
  return printableJson(stringify(value, undefined, 2) ?? 'null');
}

/** The same on one line, for documents in a stream. */
export function showJsonLine(value: unknown): string {
  return printableJson(stringify(value) ?? 'null');
}
