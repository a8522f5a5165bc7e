import type { NewDatabase } from './new-database.js';
import type { RecordChange, StoredRecord } from './stored-record.js';
import type { VectorInfo } from './vector-info.js';

/** The databases and vector indices of the service's one account. A change is durable when its promise resolves. */
export interface Account {
  createDatabase(request: NewDatabase): Promise<StoredRecord>;
  getDatabase(id: string): Promise<StoredRecord | undefined>;
  listDatabases(): Promise<readonly StoredRecord[]>;
  /** @returns the changed record, or `undefined` for an unknown id. */
  changeDatabase(id: string, change: RecordChange): Promise<StoredRecord | undefined>;
  removeDatabase(id: string): Promise<boolean>;
  listVectorIndices(): Promise<readonly StoredRecord[]>;
  /** Returns the info of an index with its tokens, or `undefined` for an unknown id. */
  getVectorInfo(id: string): Promise<{ readonly info: VectorInfo; readonly tokens: readonly string[] } | undefined>;
  /**
   * Adds an index. Omitted fields get the service's defaults.
   *
   * @returns the whole record, or `undefined` when its id is taken.
   */
  addVectorIndex(fields: StoredRecord): Promise<StoredRecord | undefined>;
  changeVectorIndex(id: string, change: RecordChange): Promise<StoredRecord | undefined>;
  removeVectorIndex(id: string): Promise<boolean>;
  /** Removes all databases and indices, and adds the databases and indices of the seed. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
