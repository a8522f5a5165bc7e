import { identifierProblem } from '../core/api/identifier.js';
import { Refused } from './refused.js';

/** What a page asks for. */
export type ProxyCall =
  | { readonly operation: 'get-database'; readonly id: string }
  | { readonly operation: 'list-vector-indices' }
  | { readonly operation: 'create-database' };

const DATABASE = /^\/v2\/redis\/database\/([^/]+)$/;

/**
 * Reads which of the three operations a request asks for, from its method and its path. The query is without effect.
 *
 * @param mountPath what stands before the paths of api.md; without a slash at its end.
 * @throws Refused 400, 404 or 405
 */
export function routeOf({ method, url }: Request, mountPath: string): ProxyCall {
  const { pathname } = new URL(url);
  const path = pathname.startsWith(`${mountPath}/`) ? pathname.slice(mountPath.length) : '';
  if (path === '/v2/vector/index') return allowing('GET', method, { operation: 'list-vector-indices' });
  if (path === '/v2/redis/database') return allowing('POST', method, { operation: 'create-database' });
  const [, id] = DATABASE.exec(path) ?? [];
  if (id === undefined) throw new Refused(404, 'there is nothing at this path');
  return allowing('GET', method, { operation: 'get-database', id: decodeId(id) });
}

function allowing(allowed: string, method: string, call: ProxyCall): ProxyCall {
  if (method === allowed) return call;
  throw new Refused(405, `expected ${allowed}`, { headers: { allow: allowed } });
}

function decodeId(encoded: string): string {
  const id = decodeOrNothing(encoded);
  const problem = identifierProblem(id);
  if (id === undefined || problem !== undefined) throw new Refused(400, `id: ${problem}`);
  return id;
}

function decodeOrNothing(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
