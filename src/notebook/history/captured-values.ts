import type { Database } from '../../core/records/database.js';
import { readState } from '../../core/records/database-state.js';
import type { LimitField } from '../../core/records/limit-fields.js';
import type { Usage, UsageReading } from '../../core/limits/usage-sample.js';
import type { ColumnValue } from './growing-column.js';
import { limitOfUse } from './history-fields.js';

/** Reads a field for a history. */
export type ReadValue = (record: object | undefined, usage: Usage | undefined) => ColumnValue;

/** A longer text is cut: a dictionary of large texts would take the memory of the rows. */
const MAX_TEXT = 1000;

/** Makes a function that reads a field of a record, or the use of a limit. */
export function readerOf(field: string): ReadValue {
  const limit = limitOfUse(field);
  if (limit !== undefined) return (_, usage) => usedOf(usage, limit);
  if (field === 'state' || field === 'modifying_state')
    return (record) => record && cut(readState(record as Database, field));
  return (record) => valueOfField(record as Readonly<Record<string, unknown>> | undefined, field);
}

function usedOf(usage: Usage | undefined, limit: LimitField): number | undefined {
  return (usage?.[limit] as UsageReading | undefined)?.used;
}

function valueOfField(record: Readonly<Record<string, unknown>> | undefined, field: string): ColumnValue {
  const value = record !== undefined && Object.hasOwn(record, field) ? record[field] : undefined;
  if (typeof value === 'number') return value;
  if (value === undefined || value === null) return undefined;
  return cut(typeof value === 'string' ? value : JSON.stringify(value));
}

function cut(text: string | undefined): string | undefined {
  return text !== undefined && text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}
