import { isObject } from '../../core/shared/is-object.js';
import { parseExactJson, stringifyExactJson } from '../shared/exact-json.js';
import type { StoredRecord } from './stored-record.js';

/** The kinds of stored records. A `note` is a fact about the store itself. */
export type Kind = 'database' | 'index' | 'note';

/** Stores a record, or removes the record when `record` is absent. */
export interface Write {
  readonly kind: Kind;
  readonly id: string;
  readonly record?: StoredRecord;
}

/** Stores records by kind and id. */
export interface RecordStore {
  get(kind: Kind, id: string): Promise<StoredRecord | undefined>;
  /** All records of a kind by id, in the order of their ids. */
  list(kind: Kind): Promise<ReadonlyMap<string, StoredRecord>>;
  /** Applies all writes or none. A store on disk has synced them when the promise resolves. */
  write(writes: readonly Write[]): Promise<void>;
  close(): Promise<void>;
}

/** Creates a store in memory. It keeps JSON texts, as the store on disk does, so that callers never share an object. */
export function createMemoryStore(): RecordStore {
  const texts = new Map<string, string>();
  return {
    async get(kind, id) {
      const key = recordKey(kind, id);
      const text = texts.get(key);
      return text === undefined ? undefined : parseRecord(key, text);
    },
    list: async (kind) => recordsOf(texts, kind),
    async write(writes) {
      // Every text is made before the first change, so that a record without a JSON form changes nothing.
      const entries = writes.map(
        ({ kind, id, record }) => [recordKey(kind, id), record && stringifyExactJson(record)] as const,
      );
      for (const [key, text] of entries) {
        if (text === undefined) texts.delete(key);
        else texts.set(key, text);
      }
    },
    close: async () => texts.clear(),
  };
}

/** The key of a record in a key-value store. */
export function recordKey(kind: Kind, id: string): string {
  return `${kind}:${id}`;
}

/** The records of a kind among stored texts, in the order of their ids. @throws Error that names a damaged record */
export function recordsOf(texts: ReadonlyMap<string, string>, kind: Kind): ReadonlyMap<string, StoredRecord> {
  const keys = [...texts.keys()].filter((key) => key.startsWith(`${kind}:`)).toSorted();
  return new Map(keys.map((key) => [key.slice(kind.length + 1), parseRecord(key, texts.get(key) ?? '')]));
}

/** @throws Error that names the key. The parser's own message quotes the text, and records hold passwords. */
export function parseRecord(key: string, text: string): StoredRecord {
  let record: unknown;
  try {
    record = parseExactJson(text);
  } catch {
    record = undefined;
  }
  if (!isObject(record)) throw new Error(`the stored record ${key} is damaged`);
  return record;
}
