/*
 * Enums: those that are read admit any string and still complete in an editor, those of a request are closed. Nothing
 * runs here: see `public-api.ts`.
 */
import type { CreateDatabaseRequest, Database, DatabaseState, VectorIndex } from '../../src/index.js';
import type { Same } from './same.js';

/** The values that an editor offers; `never` if the type is a plain string. */
type Offered<T> = T extends unknown ? (string extends T ? never : T) : never;

export const databaseEnumsComplete: {
  state: Same<Offered<DatabaseState>, 'active' | 'suspended' | 'passive'>;
  region: Same<Offered<Database['region']>, 'global'>;
  type: Same<Offered<Database['type']>, 'free' | 'payg' | 'pro' | 'paid'>;
  resourceSize: Same<Offered<Database['db_resource_size']>, 'S' | 'M' | 'L' | 'XL' | 'XXL' | '3XL'>;
  storage: Same<Offered<Database['db_type']>, 'bolt' | 'badger' | 'pebble'>;
  acl: Same<Offered<Database['db_acl_enabled']>, 'true' | 'false'>;
  primaryRegion: Same<Offered<Database['primary_region']>, CreateDatabaseRequest['primary_region']>;
} = { state: true, region: true, type: true, resourceSize: true, storage: true, acl: true, primaryRegion: true };

export const indexEnumsComplete: {
  similarity: Same<Offered<VectorIndex['similarity_function']>, 'COSINE' | 'EUCLIDEAN' | 'DOT_PRODUCT'>;
  sparse: Same<Offered<VectorIndex['sparse_embedding_model']>, 'BM25' | 'BGE_M3'>;
  type: Same<Offered<VectorIndex['type']>, 'free' | 'payg' | 'fixed'>;
  region: Same<Offered<VectorIndex['region']>, 'eu-west-1' | 'us-east-1' | 'us-central1'>;
  indexType: Same<Offered<VectorIndex['index_type']>, 'DENSE' | 'SPARSE' | 'HYBRID'>;
} = { similarity: true, sparse: true, type: true, region: true, indexType: true };

export function everyEnumThatIsReadAdmitsAnyString(value: string): Partial<Database> {
  const fields = { region: value, state: value, type: value, primary_region: value, db_resource_size: value };
  return { ...fields, db_type: value, db_acl_enabled: value, prometheus_enabled: value };
}

const request: CreateDatabaseRequest = { database_name: 'a', platform: 'aws', primary_region: 'eu-west-1' };

export function everyEnumThatIsSentIsClosed(region: string): void {
  // @ts-expect-error a misspelt region
  void ({ ...request, primary_region: 'eu-west1' } satisfies CreateDatabaseRequest);
  // @ts-expect-error a misspelt region among others
  void ({ ...request, read_regions: ['us-east-1', 'us-eest-1'] } satisfies CreateDatabaseRequest);
  // @ts-expect-error a region that may be any string
  void ({ ...request, primary_region: region } satisfies CreateDatabaseRequest);
  // @ts-expect-error a plan that is a type of database, and no plan
  void ({ ...request, plan: 'paid' } satisfies CreateDatabaseRequest);
  // @ts-expect-error a field that the document does not have
  void ({ ...request, shards: 3 } satisfies CreateDatabaseRequest);
}
