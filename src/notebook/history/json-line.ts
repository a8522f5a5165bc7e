import type { ColumnValue } from './column-builder.js';
import type { ExactRow } from './create-history.js';

/** The beginning of each line of JSON. */
export const LINE_BEGIN = '{"time":';

/** A row as an object of JSON, with `null` for absent values and all digits of integers. */
export function jsonLine({ at, resource, id, status, values }: ExactRow, fields: readonly string[]): string {
  const cells = fields.map((field) => `,${JSON.stringify(field)}:${jsonValue(values[field])}`);
  const time = new Date(Math.round(at)).toISOString();
  return `${LINE_BEGIN}"${time}","resource":"${resource}","id":${JSON.stringify(id)},"status":"${status}"${cells.join('')}}\n`;
}

function jsonValue(value: ColumnValue): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value ?? null);
}
