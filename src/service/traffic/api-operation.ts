import type { Operation } from '../../core/shared/fleet-error.js';

/** One of the three operations of api.md. */
export type ApiOperation = Exclude<Operation, 'configure'>;

/** Which operation a request asks for; nothing if its path or method is none of them. */
export function operationOf(method: string, path: string): ApiOperation | undefined {
  if (method === 'POST' && path === '/v2/redis/database') return 'create-database';
  if (method === 'GET' && /^\/v2\/redis\/database\/[^/]+$/.test(path)) return 'get-database';
  if (method === 'GET' && path === '/v2/vector/index') return 'list-vector-indices';
  return undefined;
}
