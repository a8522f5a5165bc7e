/** A stored record: JSON, with a bigint for each integer that a number cannot hold exactly. */
export type StoredRecord = Readonly<Record<string, unknown>>;

/** A change of a record's fields. Any JSON is allowed, including undocumented fields: this stages drift. */
export interface RecordChange {
  readonly set?: StoredRecord;
  readonly unset?: readonly string[];
}

/** The record after a change. A field that is both set and unset is removed. */
export function changeRecord(record: StoredRecord, { set = {}, unset = [] }: RecordChange): StoredRecord {
  // Entries, not assignment: a field named __proto__ is a field like any other.
  const fields = new Map([...Object.entries(record), ...Object.entries(set)]);
  for (const field of unset) fields.delete(field);
  return Object.fromEntries(fields);
}
