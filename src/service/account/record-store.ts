import { isCredentialField } from '../../core/records/credential-fields.js';
import { isObject } from '../../core/shared/is-object.js';
import { parseExactJson, stringifyExactJson } from '../shared/exact-json.js';

/** A stored record: JSON, with a bigint for each integer that a number cannot hold exactly. */
export type StoredRecord = Readonly<Record<string, unknown>>;

/** A change of a record's fields. Any JSON is allowed, including undocumented fields: this simulates drift. */
export interface RecordChange {
  readonly set?: StoredRecord;
  readonly unset?: readonly string[];
}

/** The record after a change. A field that is both set and unset is removed. */
export function changeRecord(record: StoredRecord, { set = {}, unset = [] }: RecordChange): StoredRecord {
  const fields = Object.entries({ ...record, ...set });
  return Object.fromEntries(fields.filter(([field]) => !unset.includes(field)));
}

/** Returns a record without its credentials, at any depth: for `credentials=hide`, and for people. */
export function withoutCredentials(record: StoredRecord): StoredRecord {
  const shown = Object.entries(record).filter(([field]) => !isCredentialField(field));
  return Object.fromEntries(shown.map(([field, value]) => [field, withoutNested(value)]));
}

function withoutNested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNested);
  return isObject(value) ? withoutCredentials(value) : value;
}

/** The kinds of stored records. A `note` is a fact about the store itself. */
export type Kind = 'database' | 'index' | 'note';

/** Stores a record, or removes the record when `record` is absent. */
export interface Write {
  readonly kind: Kind;
  readonly id: string;
  readonly record?: StoredRecord;
}

export type RecordStore = ReturnType<typeof createRecordStore>;

export interface RecordTexts {
  readonly values: ReadonlyMap<string, string>;
  write(changes: readonly { readonly key: string; readonly text?: string }[]): Promise<void>;
  close(): Promise<void>;
}

/** Creates a store of JSON texts, which are exact for every integer. Callers never share an object. */
export function createRecordStore(texts: RecordTexts) {
  return {
    async get(kind: Kind, id: string) {
      const key = `${kind}:${id}`;
      const text = texts.values.get(key);
      return text === undefined ? undefined : parseRecord(key, text);
    },
    /** All records of a kind by id, in the order of their ids. */
    async list(kind: Kind) {
      const keys = [...texts.values.keys()].filter((key) => key.startsWith(`${kind}:`)).toSorted();
      const read = (key: string): StoredRecord => parseRecord(key, texts.values.get(key) ?? '');
      return new Map(keys.map((key) => [key.slice(kind.length + 1), read(key)]));
    },
    /** Applies all writes or none. A store on disk has synced them when the promise resolves. */
    async write(writes: readonly Write[]) {
      // Every text is made before the first change, so that a record without a JSON form changes nothing.
      const changes = writes.map(({ kind, id, record }) => {
        return { key: `${kind}:${id}`, ...(record !== undefined && { text: stringifyExactJson(record) }) };
      });
      await texts.write(changes);
    },
    close: () => texts.close(),
  };
}

export function createMemoryStore(): RecordStore {
  const values = new Map<string, string>();
  return createRecordStore({
    values,
    async write(changes) {
      for (const { key, text } of changes) {
        if (text === undefined) values.delete(key);
        else values.set(key, text);
      }
    },
    close: async () => values.clear(),
  });
}

/** @throws Error that names the damaged record */
function parseRecord(key: string, text: string): StoredRecord {
  const record = parseExactJson(text);
  if (!isObject(record)) throw new Error(`the stored record ${key} is damaged`);
  return record;
}
