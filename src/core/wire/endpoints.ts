import type { Operation } from '../shared/fleet-error.js';

export type EndpointName = Exclude<Operation, 'configure'>;

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL; `{id}` stands for the encoded id of a database. */
  readonly path: string;
  /** The statuses from 200 to 299 that are not a success. api.md documents only 200. */
  readonly refusedStatuses: readonly number[];
}

/** The three operations (api.md, Endpoints). The client sends them, and the proxy accepts them. */
export const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
  // The database exists after any status of success, and the response has its id.
  'create-database': { method: 'POST', path: '/v2/redis/database', refusedStatuses: [] },
  // No request asks for partial content (206). Part of a list would remove the indices that are not in it.
  'get-database': { method: 'GET', path: '/v2/redis/database/{id}', refusedStatuses: [206] },
  'list-vector-indices': { method: 'GET', path: '/v2/vector/index', refusedStatuses: [206] },
};
