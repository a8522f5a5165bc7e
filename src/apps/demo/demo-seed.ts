import type { CreateDatabaseRequest, IndexRecord } from '../../index.js';
import type { Seed } from '../../service/index.js';

const databases: readonly CreateDatabaseRequest[] = [
  { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1', plan: 'free' },
  {
    database_name: 'orders',
    platform: 'aws',
    primary_region: 'us-east-1',
    read_regions: ['eu-central-1', 'ap-southeast-1'],
    plan: 'payg',
    budget: 120,
    tls: true,
  },
  { database_name: 'page-cache', platform: 'gcp', primary_region: 'europe-west1', plan: 'fixed_1gb', eviction: true },
  { database_name: 'rate-limits', platform: 'gcp', primary_region: 'us-central1', plan: 'fixed_10gb', tls: true },
];

/** Fixed ids, because the service lists by id and random ids would change the order. */
const indices: readonly Partial<IndexRecord>[] = [
  {
    id: 'demo-1-support-articles',
    name: 'support-articles',
    index_type: 'DENSE',
    dimension_count: 1024,
    similarity_function: 'COSINE',
    embedding_model: 'BGE_LARGE_EN_V1_5',
    region: 'eu-west-1',
    type: 'payg',
  },
  {
    id: 'demo-2-product-titles',
    name: 'product-titles',
    index_type: 'SPARSE',
    sparse_embedding_model: 'BM25',
    region: 'us-east-1',
    type: 'free',
  },
  {
    id: 'demo-3-catalogue',
    name: 'catalogue',
    index_type: 'HYBRID',
    dimension_count: 1024,
    similarity_function: 'DOT_PRODUCT',
    embedding_model: 'BGE_M3',
    sparse_embedding_model: 'BGE_M3',
    region: 'us-central1',
    type: 'fixed',
    reserved_price: 60,
  },
];

/**
 * Creates the seed of the demonstration's service, with various plans, platforms, regions and kinds of vectors.
 *
 * @param count the number of databases; repeated names get a number
 */
export function createDemoSeed(count: number): Seed {
  const all = Array.from({ length: count }, (_, at): CreateDatabaseRequest => {
    const usual = databases[at % databases.length] as CreateDatabaseRequest;
    const round = Math.floor(at / databases.length);
    return round === 0 ? usual : { ...usual, database_name: `${usual.database_name}-${round + 1}` };
  });
  return { databases: all, indices };
}
