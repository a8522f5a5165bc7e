import type { CreateDatabaseRequest } from '../../src/core/records/create-database.js';
import type { ManagementClient } from '../../src/core/client/management-client.js';

/** The smallest valid create request. */
export const createRequest: CreateDatabaseRequest = {
  database_name: 'sessions',
  platform: 'aws',
  primary_region: 'us-east-1',
};

/** The smallest record of the database `db-1`. */
export const databaseText = '{"database_id":"db-1"}';

/** The requests of a test, by the name of the operation. */
export const operations = {
  'create-database': (client: ManagementClient, signal?: AbortSignal) =>
    client.createDatabase(createRequest, signal === undefined ? {} : { signal }),
  'get-database': (client: ManagementClient, signal?: AbortSignal) =>
    client.getDatabase('db-1', signal === undefined ? {} : { signal }),
  'list-vector-indices': (client: ManagementClient, signal?: AbortSignal) =>
    client.listVectorIndices(signal === undefined ? {} : { signal }),
} satisfies Record<string, (client: ManagementClient, signal?: AbortSignal) => Promise<unknown>>;

export const operationNames = Object.keys(operations) as (keyof typeof operations)[];
