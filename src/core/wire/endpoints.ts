import type { Operation } from '../shared/fleet-error.js';

export type EndpointName = Exclude<Operation, 'configure'>;

/** An operation of the API: its method and its path. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL; `{id}` stands for the encoded id of a database. */
  readonly path: string;
}

/** The three operations (api.md, Endpoints). The client sends them, and the proxy accepts them. */
export const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
  'create-database': { method: 'POST', path: '/v2/redis/database' },
  'get-database': { method: 'GET', path: '/v2/redis/database/{id}' },
  'list-vector-indices': { method: 'GET', path: '/v2/vector/index' },
};
