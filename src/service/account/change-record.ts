import type { RecordChange, StoredRecord } from './stored-record.js';

/** The record after a change. A field that is both set and unset is removed. */
export function changeRecord(record: StoredRecord, { set = {}, unset = [] }: RecordChange): StoredRecord {
  // Entries, not assignment: a field named __proto__ is a field like any other.
  const fields = new Map([...Object.entries(record), ...Object.entries(set)]);
  for (const field of unset) fields.delete(field);
  return Object.fromEntries(fields);
}
