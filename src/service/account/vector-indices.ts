import type { DatabasesOptions } from './databases.js';
import { changeRecord, type RecordChange, type StoredRecord } from './record-store.js';
import { COMPUTED_THROUGHPUT, MINUTE_MS, throughputAt, createdAtOf, hash, numberOr } from './throughput.js';
import { createVectorIndexRecord } from './vector-index-record.js';

type VectorIndicesOptions = Pick<DatabasesOptions, 'store' | 'locks' | 'clock' | 'random'>;

/** The vector indices of an account. The changes of one index run in sequence. */
export function createVectorIndices({ store, locks, clock, random }: VectorIndicesOptions) {
  const locked = <T>(id: string, work: () => Promise<T>): Promise<T> => locks.withLock(`index:${id}`, work);
  const answered = ({ [VECTOR_COUNT]: _, ...record }: StoredRecord): StoredRecord =>
    record['throughput_vector'] === COMPUTED_THROUGHPUT
      ? { ...record, throughput_vector: throughputAt(record, clock.now()) }
      : record;
  const save = async (id: string, record: StoredRecord): Promise<StoredRecord> => {
    await store.write([{ kind: 'index', id, record }]);
    return answered(record);
  };

  return {
    async list() {
      return [...(await store.list('index')).values()].map(answered);
    },
    async info(id: string) {
      const record = await store.get('index', id);
      if (record === undefined) return undefined;
      const tokens = [record['read_only_token'], record['token']].filter((token) => typeof token === 'string');
      return { info: vectorInfoAt(record, clock.now()), tokens };
    },
    /** Omitted fields get the service's defaults. The caller has checked the id. @returns `undefined` if it is taken */
    async add(fields: StoredRecord) {
      const record = createVectorIndexRecord(fields, { now: clock.now(), random });
      const id = record['id'] as string;
      return locked(id, async () => ((await store.get('index', id)) === undefined ? save(id, record) : undefined));
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

/** The stored field that sets the number of vectors. It is in no answer. */
const VECTOR_COUNT = 'local_vector_count';

const DAY_MINUTES = 1440;

/** An index never reaches its limit by itself. */
const MAX_SHARE = 0.98;

const BYTES_PER_VALUE = 4;

/**
 * The answer of an index's own endpoint at `/info`, which api.md does not document. Without {@link VECTOR_COUNT}, the number
 * of vectors grows ever more slowly towards the limit of the index.
 *
 * @param now Unix milliseconds.
 */
function vectorInfoAt(index: StoredRecord, now: number) {
  const minutes = Math.max(0, Math.floor(now / MINUTE_MS - createdAtOf(index) / 60));
  const vectorCount = Math.max(0, Math.floor(numberOr(index[VECTOR_COUNT], grown(index, minutes))));
  const dimension = index['dimension_count'];
  return {
    vectorCount,
    pendingVectorCount: 0,
    indexSize: vectorCount * Math.max(0, numberOr(dimension, 0)) * BYTES_PER_VALUE,
    dimension,
    similarityFunction: index['similarity_function'],
  };
}

/** Indices begin at different shares of their limit, so that a demonstration has more than empty indices. */
function grown(index: StoredRecord, minutes: number): number {
  const head = hash(String(index['id'])) % DAY_MINUTES;
  const share = MAX_SHARE * (1 - Math.exp(-(head + minutes) / DAY_MINUTES));
  return share * numberOr(index['max_vector_count'], 0);
}
