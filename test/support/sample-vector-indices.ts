import type { VectorIndex } from '../../src/core/records/vector-index.js';

const POINTS = 20;

/** Records of vector indices, each with its own id and throughput. */
export function sampleVectorIndices(count: number): VectorIndex[] {
  return Array.from({ length: count }, (_, at) => ({
    customer_id: 'platform-team-owner@databases.production.example.com',
    id: `index-${String(at).padStart(8, '0')}-9d1d-1f6c1b1a7a01`,
    name: `documents-of-tenant-${at}`,
    similarity_function: 'COSINE',
    dimension_count: 1536,
    embedding_model: 'BGE_M3',
    sparse_embedding_model: 'BM25',
    endpoint: `gentle-otter-${at}-eu1-vector.example.io`,
    token: `ABcFMGdlbnRsZS1vdHRlci0x${at}`.padEnd(80, 'x'),
    read_only_token: `ABcIMGdlbnRsZS1vdHRlci0x${at}`.padEnd(80, 'y'),
    type: 'fixed',
    region: 'eu-west-1',
    max_vector_count: 100_000_000,
    max_daily_updates: 10_000_000,
    max_daily_queries: 10_000_000,
    max_monthly_bandwidth: -1,
    max_writes_per_second: 1000,
    max_query_per_second: 1000,
    max_reads_per_request: 1000,
    max_writes_per_request: 1000,
    max_total_metadata_size: 53_687_091_200,
    reserved_price: 60,
    creation_time: 1_753_207_530,
    index_type: 'HYBRID',
    throughput_vector: throughput(at),
  }));
}

function throughput(seed: number): VectorIndex['throughput_vector'] {
  return Array.from({ length: POINTS }, (_, at) => ({
    x: `2025-10-19 18:${String(10 + at)}:05.244 +0000 UTC`,
    y: ((seed * 31 + at * 17) % 1000) / 4,
  }));
}
