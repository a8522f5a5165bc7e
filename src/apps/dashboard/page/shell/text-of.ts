import { printable } from '../../../../format/printable.js';

/** Returns a printable text for the value of a text field. The service may send any JSON there. Absent values give ''. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}
