import type { NewDatabase } from './new-database.js';

/** A record as the service keeps it: JSON, with a bigint for each integer that a number cannot hold exactly. */
export type StoredRecord = Readonly<Record<string, unknown>>;

/** A change of a record's fields. Any JSON is allowed, also what api.md does not document: that is how drift is staged. */
export interface RecordChange {
  readonly set?: StoredRecord;
  readonly unset?: readonly string[];
}

/** The one account that the service has: its databases and its vector indices. Every change is durable when it resolves. */
export interface Account {
  createDatabase(request: NewDatabase): Promise<StoredRecord>;
  getDatabase(id: string): Promise<StoredRecord | undefined>;
  listDatabases(): Promise<readonly StoredRecord[]>;
  /** @returns the changed record; `undefined` for an unknown id. */
  changeDatabase(id: string, change: RecordChange): Promise<StoredRecord | undefined>;
  removeDatabase(id: string): Promise<boolean>;
  listVectorIndices(): Promise<readonly StoredRecord[]>;
  /**
   * Adds an index; fields left out get the service's defaults.
   *
   * @returns the whole record; `undefined` when its id is taken.
   */
  addVectorIndex(fields: StoredRecord): Promise<StoredRecord | undefined>;
  changeVectorIndex(id: string, change: RecordChange): Promise<StoredRecord | undefined>;
  removeVectorIndex(id: string): Promise<boolean>;
  /** Back to the seed: all databases and indices removed, then those of the seed added. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
