import type { Seed } from '../../service/index.js';

/** What the demonstration's service begins with: plans, platforms, regions and kinds of vectors of each sort. */
export const demoSeed: Seed = {
  databases: [
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
  ],
  indices: [
    {
      name: 'support-articles',
      index_type: 'DENSE',
      dimension_count: 1024,
      similarity_function: 'COSINE',
      embedding_model: 'BGE_LARGE_EN_V1_5',
      region: 'eu-west-1',
      type: 'payg',
    },
    { name: 'product-titles', index_type: 'SPARSE', sparse_embedding_model: 'BM25', region: 'us-east-1', type: 'free' },
    {
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
  ],
};
