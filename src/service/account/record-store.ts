import type { AbstractBatchOptions, AbstractLevel } from 'abstract-level';
import type { StoredRecord } from './account.js';
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

/** Keeps records in an open key-value store, as JSON text: that is exact for every integer. */
export function createRecordStore(level: Level): RecordStore {
  return {
    async get(kind, id) {
      const text = await level.get(keyOf(kind, id));
      return text === undefined ? undefined : parseRecord(text);
    },
    async list(kind) {
      const records = new Map<string, StoredRecord>();
      // ';' is the character after ':'.
      for await (const [key, text] of level.iterator({ gt: `${kind}:`, lt: `${kind};` })) {
        records.set(key.slice(kind.length + 1), parseRecord(text));
      }
      return records;
    },
    write: (writes) => level.batch(writes.map(toOperation), DURABLE),
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

function parseRecord(text: string): StoredRecord {
  return parseExactJson(text) as StoredRecord;
}
