import * as v from 'valibot';
import { number, numberLimit, numberLimitOrUnlimited } from './numbers.js';
import type { Open } from './open.js';

/** A vector index record as api.md documents it (Resources, Vector index record): 25 fields, with closed enums. */
export const vectorIndexSchema = v.object({
  /** Identifier of the owner. */
  customer_id: v.string(),
  /** Unique identifier of the index. */
  id: v.string(),
  /** Name of the index. */
  name: v.string(),
  /** How the distance of two vectors is computed: `COSINE`, `EUCLIDEAN` or `DOT_PRODUCT`. */
  similarity_function: v.picklist(['COSINE', 'EUCLIDEAN', 'DOT_PRODUCT']),
  /** Number of values in one vector. */
  dimension_count: number,
  /** Model that turns plain text into dense vectors. */
  embedding_model: v.picklist(['BGE_SMALL_EN_V1_5', 'BGE_BASE_EN_V1_5', 'BGE_LARGE_EN_V1_5', 'BGE_M3']),
  /** Model that turns plain text into sparse vectors. */
  sparse_embedding_model: v.picklist(['BM25', 'BGE_M3']),
  /** REST endpoint of the index. */
  endpoint: v.string(),
  /** REST token of the index. A secret: it authenticates against the index's own endpoint. */
  token: v.string(),
  /** REST token of the index with read-only access. A secret. */
  read_only_token: v.string(),
  /** Payment plan: `free`, `payg` or `fixed`. */
  type: v.picklist(['free', 'payg', 'fixed']),
  /** Deployment region. */
  region: v.picklist(['eu-west-1', 'us-east-1', 'us-central1']),
  /** Limit: vectors the index can hold. */
  max_vector_count: numberLimit,
  /** Limit: updates per day; only upserts count. */
  max_daily_updates: numberLimit,
  /** Limit: queries per day; only queries count. */
  max_daily_queries: numberLimit,
  /** Limit: bandwidth per month, bytes; `-1` means unlimited. */
  max_monthly_bandwidth: numberLimitOrUnlimited,
  /** Limit: writes per second; only upserts count. */
  max_writes_per_second: numberLimit,
  /** Limit: queries per second; only queries count. */
  max_query_per_second: numberLimit,
  /** Limit: vectors in one read; queries and fetches are reads. */
  max_reads_per_request: numberLimit,
  /** Limit: vectors in one write; only upserts are writes. */
  max_writes_per_request: numberLimit,
  /** Limit: total size of metadata in the index. The unit is not documented. */
  max_total_metadata_size: numberLimit,
  /** Price per month; only fixed and pro plans have one. The currency is not documented. */
  reserved_price: v.optional(number),
  /** Creation time, UTC Unix time in seconds. */
  creation_time: number,
  /** Kind of vectors: `DENSE`, `SPARSE` or `HYBRID`. */
  index_type: v.picklist(['DENSE', 'SPARSE', 'HYBRID']),
  /** Throughput over time. Its unit is not documented. */
  throughput_vector: v.array(
    v.object({
      /** Time, such as `2025-10-19 18:33:05.244 +0000 UTC`. */
      x: v.string(),
      /** Throughput at that time. */
      y: number,
    }),
  ),
});

/**
 * A vector index as the service returned it. The types are the types of api.md (Resources, Vector index record), with
 * open enums: values that are newer than the document are kept. The object also keeps undocumented fields.
 * `driftOf(record)` lists the differences between a record and these types.
 */
export interface VectorIndex extends Open<v.InferOutput<typeof vectorIndexSchema>> {}

/** A vector index in the store of a fleet. It has no tokens: `fleet.indices.credentials(id)` returns them. */
export interface IndexRecord extends Omit<VectorIndex, 'token' | 'read_only_token'> {}
