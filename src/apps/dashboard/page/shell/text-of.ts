import { printable } from '../../../../format/printable.js';

/** What stands where the document has a text, whatever the service sent there; empty where there is nothing. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}
