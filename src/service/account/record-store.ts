import type { AbstractBatchOptions, AbstractLevel } from 'abstract-level';
import type { StoredRecord } from './account.js';
import { isObject } from '../../core/api/inspect.js';
import { parseExactJson, stringifyExactJson } from '../exact-json.js';

/** The kinds of records that are kept; `note` is the service's own memory. */
export type Kind = 'database' | 'index' | 'note';

/** One write: a record to keep, or, without one, to remove. */
export interface Write {
  readonly kind: Kind;
  readonly id: string;
  readonly record?: StoredRecord;
}

/** Keeps records by kind and id. What was written is on the disk, if there is one, when the promise resolves. */
export interface RecordStore {
  get(kind: Kind, id: string): Promise<StoredRecord | undefined>;
  /** All records of a kind, by id. */
  list(kind: Kind): Promise<ReadonlyMap<string, StoredRecord>>;
  /** All writes or none of them. */
  write(writes: readonly Write[]): Promise<void>;
  close(): Promise<void>;
}

/** An open key-value store; of those that abstract-level describes only the one in memory and the one on disk are used. */
export type Level = AbstractLevel<string | Buffer | Uint8Array, string, string>;

/** Without `sync` an answered write could be lost with the machine, though not with the process. */
const DURABLE: AbstractBatchOptions<string, string> & { readonly sync: boolean } = { sync: true };

/**
 * Keeps records in an open key-value store, as JSON text: that is exact for every integer.
 *
 * @param checkDirectory rejects when the directory of the store is gone: LevelDB goes on in files that have no name.
 */
export function createRecordStore(level: Level, checkDirectory: () => Promise<void> = async () => {}): RecordStore {
  return {
    async get(kind, id) {
      await checkDirectory();
      const text = await level.get(keyOf(kind, id));
      return text === undefined ? undefined : parseRecord(keyOf(kind, id), text);
    },
    async list(kind) {
      await checkDirectory();
      const records = new Map<string, StoredRecord>();
      // ';' is the character after ':'.
      for await (const [key, text] of level.iterator({ gt: `${kind}:`, lt: `${kind};` })) {
        records.set(key.slice(kind.length + 1), parseRecord(key, text));
      }
      return records;
    },
    async write(writes) {
      await checkDirectory();
      await level.batch(writes.map(toOperation), DURABLE);
      // The directory may have been removed meanwhile. Then the write is lost with the process.
      await checkDirectory();
    },
    close: () => level.close(),
  };
}

function toOperation({ kind, id, record }: Write) {
  const key = keyOf(kind, id);
  if (record === undefined) return { type: 'del' as const, key };
  return { type: 'put' as const, key, value: stringifyExactJson(record) };
}

function keyOf(kind: Kind, id: string): string {
  return `${kind}:${id}`;
}

/** @throws Error that names the key. The parser's own message quotes the text, and records hold passwords. */
function parseRecord(key: string, text: string): StoredRecord {
  let record: unknown;
  try {
    record = parseExactJson(text);
  } catch {
    record = undefined;
  }
  if (!isObject(record)) throw new Error(`the stored record ${key} is damaged`);
  return record;
}
