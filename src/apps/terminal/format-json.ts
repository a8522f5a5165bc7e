import { stringify } from 'lossless-json';
import { printableJson } from '../../format/printable.js';

/** Formats a value as an indented JSON document with all digits of a bigint, and with control characters escaped. */
export function formatJson(value: unknown): string {
  return printableJson(stringify(value, undefined, 2) ?? 'null');
}

/** Formats a value as {@link formatJson} does, on one line. */
export function formatJsonLine(value: unknown): string {
  return printableJson(stringify(value) ?? 'null');
}
