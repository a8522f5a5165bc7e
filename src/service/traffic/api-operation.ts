import type { Operation } from '../../core/shared/fleet-error.js';

/** One of the three operations of api.md. */
export type ApiOperation = Exclude<Operation, 'configure'>;

/** Returns the operation of a request, or `undefined` for another path or method. */
export function operationOf(method: string, path: string): ApiOperation | undefined {
  if (method === 'POST' && path === '/v2/redis/database') return 'create-database';
  if (method === 'GET' && /^\/v2\/redis\/database\/[^/]+$/.test(path)) return 'get-database';
  if (method === 'GET' && path === '/v2/vector/index') return 'list-vector-indices';
  return undefined;
}
