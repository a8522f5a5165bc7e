import type { ApiOperation, Fault } from './fault.js';

/** A completed request under `/v2`. It holds no header and no value of a body. */
export interface LoggedRequest {
  /** Time of arrival, Unix milliseconds. */
  readonly at: number;
  readonly method: string;
  /** The encoded path, without the query. */
  readonly path: string;
  /** With its question mark. Empty without a query. */
  readonly query: string;
  /** Absent for other paths and methods. */
  readonly operation?: ApiOperation;
  /** Status of the answer. Absent when the connection was closed without an answer. */
  readonly status?: number;
  /** The applied fault. With a delay and another fault, the other fault. */
  readonly fault?: Fault['kind'];
  /** Names of the undocumented fields of a create request, up to 20. Absent without such fields. */
  readonly ignoredFields?: readonly string[];
  /** Duration including injected delays, milliseconds. */
  readonly durationMs: number;
}

const MAX_ENTRIES = 1000;

/** The newest requests, oldest first. */
export function createRequestLog() {
  const entries: LoggedRequest[] = [];
  return {
    add(request: LoggedRequest) {
      entries.push(request);
      if (entries.length > MAX_ENTRIES) entries.shift();
    },
    list: () => [...entries],
    clear: () => void entries.splice(0),
  };
}

/** Returns the operation of a request, or `undefined` for another path or method. */
export function operationOf(method: string, path: string): ApiOperation | undefined {
  if (method === 'POST' && path === '/v2/redis/database') return 'create-database';
  if (method === 'GET' && /^\/v2\/redis\/database\/[^/]+$/.test(path)) return 'get-database';
  if (method === 'GET' && path === '/v2/vector/index') return 'list-vector-indices';
  return undefined;
}
