import type { StoredRecord } from './record-store.js';
import { GIB, OWNER, type RecordContext } from './database-record.js';
import { createUuid, randomCharacters } from './random.js';
import { COMPUTED_THROUGHPUT } from './throughput.js';

const UNLIMITED_BANDWIDTH = -1;

/** The limits of each plan. api.md documents no values: these are the service's own choice. */
const vectorIndexPlans = {
  free: limits(200_000, 10_000, 1 * GIB, 100, 1 * GIB),
  payg: limits(2_000_000, 1_000_000, 200 * GIB, 1_000, 10 * GIB),
  fixed: { ...limits(10_000_000, 1_000_000, UNLIMITED_BANDWIDTH, 2_000, 50 * GIB), reserved_price: 60 },
};

function limits(vectors: number, daily: number, bandwidth: number, perSecond: number, metadataBytes: number) {
  return {
    max_vector_count: vectors,
    max_daily_updates: daily,
    max_daily_queries: daily,
    max_monthly_bandwidth: bandwidth,
    max_writes_per_second: perSecond,
    max_query_per_second: perSecond,
    max_reads_per_request: 1_000,
    max_writes_per_request: 1_000,
    max_total_metadata_size: metadataBytes,
  };
}

/** Makes a record with all fields of api.md. Omitted fields get defaults; only type `fixed` has a `reserved_price`. */
export function createVectorIndexRecord(
  fields: StoredRecord,
  { now, random }: Omit<RecordContext, 'modifyingState'>,
): StoredRecord {
  const id = createUuid(random);
  const type = fields['type'];
  const name = typeof fields['name'] === 'string' ? fields['name'] : `index-${id.slice(0, 8)}`;
  return {
    customer_id: OWNER,
    id,
    name,
    similarity_function: 'COSINE',
    dimension_count: 1024,
    embedding_model: 'BGE_M3',
    sparse_embedding_model: 'BM25',
    endpoint: `local-${id.slice(0, 8)}`,
    token: randomCharacters(random, 56),
    read_only_token: randomCharacters(random, 56),
    type: 'payg',
    region: 'eu-west-1',
    ...vectorIndexPlans[isPlan(type) ? type : 'payg'],
    creation_time: Math.floor(now / 1000),
    index_type: 'DENSE',
    throughput_vector: COMPUTED_THROUGHPUT,
    ...fields,
  };
}

function isPlan(type: unknown): type is keyof typeof vectorIndexPlans {
  return typeof type === 'string' && Object.hasOwn(vectorIndexPlans, type);
}
