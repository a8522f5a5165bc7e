import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';

/** Returns the JSON of a database with all documented fields. One integer is too large for a number. */
export function databaseText(fields: Readonly<Record<string, unknown>> = {}): string {
  const database = {
    ...sampleDatabase,
    database_id: 'orders-1',
    database_name: 'orders',
    creation_time: 1_760_898_785,
    db_max_clients: 1000,
    db_request_limit: 0,
    type: 'payg',
    primary_region: 'eu-west-1',
    securityAddons: { ...sampleDatabase.securityAddons, encryptionAtRest: true },
    ...fields,
  };
  return JSON.stringify(database).replace('"db_request_limit":0', '"db_request_limit":8024278031528736858');
}

/** Returns a vector index with all documented fields. */
export function sampleIndex(fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    ...sampleVectorIndices(1)[0],
    id: 'products-1',
    name: 'products',
    dimension_count: 1024,
    token: 'canary-token',
    read_only_token: 'canary-read-only-token',
    max_vector_count: 2_000_000,
    throughput_vector: Array.from({ length: 60 }, (_, minute) => ({
      x: new Date(Date.UTC(2025, 9, 19, 18, minute)).toISOString().replace('T', ' ').replace('Z', ' +0000 UTC'),
      y: Math.round(30_000 + 25_000 * Math.sin(minute / 6)) / 100,
    })),
    ...fields,
  };
}
