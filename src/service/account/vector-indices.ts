import type { Clock } from '../../core/shared/clock.js';
import { identifierProblem } from '../../core/wire/identifier.js';
import { changeRecord, type RecordChange, type StoredRecord } from './stored-record.js';
import type { KeyedLock } from '../shared/keyed-lock.js';
import type { Random } from './random.js';
import type { RecordStore } from './record-store.js';
import { COMPUTED_THROUGHPUT, throughputAt } from './throughput.js';
import { VECTOR_COUNT, vectorInfoAt } from './vector-info.js';
import { createVectorIndexRecord } from './vector-index-record.js';

/** Options of {@link createVectorIndices}. */
export interface VectorIndicesOptions {
  readonly store: RecordStore;
  readonly locks: KeyedLock;
  readonly clock: Clock;
  readonly random: Random;
}

/** The vector indices of an account. The changes of one index run in sequence. */
export function createVectorIndices({ store, locks, clock, random }: VectorIndicesOptions) {
  const locked = <T>(id: string, work: () => Promise<T>): Promise<T> => locks.withLock(`index:${id}`, work);
  const answered = ({ [VECTOR_COUNT]: _, ...record }: StoredRecord): StoredRecord =>
    withThroughput(record, clock.now());
  const save = async (id: string, record: StoredRecord): Promise<StoredRecord> => {
    await store.write([{ kind: 'index', id, record }]);
    return answered(record);
  };

  return {
    async list() {
      return [...(await store.list('index')).values()].map(answered);
    },
    /** Returns the info of an index with its tokens, or `undefined` for an unknown id. */
    async info(id: string) {
      const record = await store.get('index', id);
      if (record === undefined) return undefined;
      const tokens = [record['read_only_token'], record['token']].filter((token) => typeof token === 'string');
      return { info: vectorInfoAt(record, clock.now()), tokens };
    },
    /**
     * Adds an index. Omitted fields get the service's defaults.
     *
     * @returns the whole record, or `undefined` when its id is taken.
     */
    async add(fields: StoredRecord) {
      const record = createVectorIndexRecord(fields, { now: clock.now(), random });
      const id = record['id'];
      if (identifierProblem(id) !== undefined) throw new TypeError('invalid id of a vector index');
      return locked(id as string, async () =>
        (await store.get('index', id as string)) === undefined ? save(id as string, record) : undefined,
      );
    },
    change: (id: string, change: RecordChange) =>
      locked(id, async () => {
        const before = await store.get('index', id);
        return before === undefined ? undefined : save(id, changeRecord(before, change));
      }),
    remove: (id: string) =>
      locked(id, async () => {
        if ((await store.get('index', id)) === undefined) return false;
        await store.write([{ kind: 'index', id }]);
        return true;
      }),
  };
}

function withThroughput(record: StoredRecord, now: number): StoredRecord {
  if (record['throughput_vector'] !== COMPUTED_THROUGHPUT) return record;
  return { ...record, throughput_vector: throughputAt(record, now) };
}
