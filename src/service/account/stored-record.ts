/** A stored record: JSON, with a bigint for each integer that a number cannot hold exactly. */
export type StoredRecord = Readonly<Record<string, unknown>>;

/** A change of a record's fields. Any JSON is allowed, including undocumented fields: this stages drift. */
export interface RecordChange {
  readonly set?: StoredRecord;
  readonly unset?: readonly string[];
}
