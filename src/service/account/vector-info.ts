import type { StoredRecord } from './stored-record.js';
import { createdAtOf, hash, numberOr } from './throughput.js';

/** The answer of an index's own endpoint at `/info`. api.md does not document it. */
export interface VectorInfo {
  readonly vectorCount: number;
  readonly pendingVectorCount: number;
  readonly indexSize: number;
  readonly dimension: unknown;
  readonly similarityFunction: unknown;
}

/** The stored field that sets the number of vectors. It is in no answer. */
export const VECTOR_COUNT = 'local_vector_count';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** An index never reaches its limit by itself. */
const MAX_SHARE = 0.98;

const MAX_PENDING = 50;
const BYTES_PER_VALUE = 4;

/**
 * The info of an index at a time. Without {@link VECTOR_COUNT}, the number of vectors grows ever more slowly towards the
 * limit of the index.
 *
 * @param now Unix milliseconds.
 */
export function vectorInfoAt(index: StoredRecord, now: number): VectorInfo {
  const set = index[VECTOR_COUNT];
  const minutes = Math.max(0, Math.floor(now / MINUTE_MS - createdAtOf(index) / 60));
  const vectorCount = Math.max(0, Math.floor(numberOr(set, grown(index, minutes))));
  const dimension = index['dimension_count'];
  return {
    vectorCount,
    pendingVectorCount: set === undefined ? hash(`${String(index['id'])}:${minutes}`) % MAX_PENDING : 0,
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
