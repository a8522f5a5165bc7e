import type { StoredRecord } from './record-store.js';
import { OWNER, type RecordContext } from './database-record.js';
import { createUuid, randomCharacters } from './random.js';
import { COMPUTED_THROUGHPUT } from './throughput.js';

const GIB = 2 ** 30;

const UNLIMITED_BANDWIDTH = -1;

/** The limits of each plan. api.md documents no values: these are the service's own choice. */
const vectorIndexPlans = {
  free: {
    max_vector_count: 200_000,
    max_daily_updates: 10_000,
    max_daily_queries: 10_000,
    max_monthly_bandwidth: 1 * GIB,
    max_writes_per_second: 100,
    max_query_per_second: 100,
    max_reads_per_request: 1_000,
    max_writes_per_request: 1_000,
    max_total_metadata_size: 1 * GIB,
  },
  payg: {
    max_vector_count: 2_000_000,
    max_daily_updates: 1_000_000,
    max_daily_queries: 1_000_000,
    max_monthly_bandwidth: 200 * GIB,
    max_writes_per_second: 1_000,
    max_query_per_second: 1_000,
    max_reads_per_request: 1_000,
    max_writes_per_request: 1_000,
    max_total_metadata_size: 10 * GIB,
  },
  fixed: {
    max_vector_count: 10_000_000,
    max_daily_updates: 1_000_000,
    max_daily_queries: 1_000_000,
    max_monthly_bandwidth: UNLIMITED_BANDWIDTH,
    max_writes_per_second: 2_000,
    max_query_per_second: 2_000,
    max_reads_per_request: 1_000,
    max_writes_per_request: 1_000,
    max_total_metadata_size: 50 * GIB,
    reserved_price: 60,
  },
};

/**
 * Creates the record of a new vector index. Omitted fields get the service's defaults. The record has all 25 fields of
 * api.md; `reserved_price` for type `fixed` only.
 */
export function createVectorIndexRecord(
  fields: StoredRecord,
  { now, random }: Omit<RecordContext, 'modifyingState'>,
): StoredRecord {
  const id = createUuid(random);
  const type = fields['type'];
  const limits = vectorIndexPlans[isPlan(type) ? type : 'payg'];
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
    ...limits,
    creation_time: Math.floor(now / 1000),
    index_type: 'DENSE',
    throughput_vector: COMPUTED_THROUGHPUT,
    ...fields,
  };
}

function isPlan(type: unknown): type is keyof typeof vectorIndexPlans {
  return typeof type === 'string' && Object.hasOwn(vectorIndexPlans, type);
}
