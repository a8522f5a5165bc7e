import { endpoints, type EndpointName } from '../core/wire/endpoints.js';
import { decodeIdentifier, identifierProblem } from '../core/wire/identifier.js';
import { Refused } from './refused.js';

/** The operation that a page requests. */
export type ProxyCall =
  | { readonly operation: 'get-database'; readonly id: string }
  | { readonly operation: 'list-vector-indices' }
  | { readonly operation: 'create-database' };

/** Finds the operation of a request by its method and path. @throws Refused 400, 404 or 405 */
export function routeOf({ method, url }: Request, mountPath: string): ProxyCall {
  const { pathname } = new URL(url);
  const path = pathname.startsWith(`${mountPath}/`) ? pathname.slice(mountPath.length) : '';
  for (const operation of Object.keys(endpoints) as EndpointName[]) {
    const endpoint = endpoints[operation];
    const [before = '', after] = endpoint.path.split('{id}');
    const id = after !== undefined && path.startsWith(before) ? path.slice(before.length) : '';
    if (operation === 'get-database' ? id === '' || id.includes('/') : path !== endpoint.path) continue;
    const call: ProxyCall = operation === 'get-database' ? { operation, id: decodeId(id) } : { operation };
    if (method === endpoint.method) return call;
    throw new Refused(405, `expected ${endpoint.method}`, { headers: { allow: endpoint.method } });
  }
  throw new Refused(404, 'unknown path');
}

function decodeId(encoded: string): string {
  const id = decodeIdentifier(encoded);
  const problem = identifierProblem(id);
  if (id === undefined || problem !== undefined) throw new Refused(400, `id: ${problem}`);
  return id;
}
