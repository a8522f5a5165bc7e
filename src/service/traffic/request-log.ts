import type { ApiOperation } from './api-operation.js';
import type { Fault } from './fault.js';

/** One request under `/v2` that the service has dealt with. It holds no header and no value of a body. */
export interface LoggedRequest {
  /** When it arrived, Unix milliseconds. */
  readonly at: number;
  readonly method: string;
  /** As it was sent: encoded, without the query. */
  readonly path: string;
  /** With its question mark; empty where there was none. */
  readonly query: string;
  /** Which of the three operations it was; absent for any other path or method. */
  readonly operation?: ApiOperation;
  /** Status of the answer; absent where the connection was closed without one. */
  readonly status?: number;
  /** The fault that was applied; where a delay came with another one, that other one. */
  readonly fault?: Fault['kind'];
  /** Names of the fields of a create request that api.md does not have, up to 20; absent where there were none. */
  readonly ignoredFields?: readonly string[];
  /** How long the service took, milliseconds; an injected delay is part of it. */
  readonly durationMs: number;
}

/** What the service was asked, oldest first; only the newest 1,000 are kept. */
export interface RequestLog {
  add(request: LoggedRequest): void;
  list(): readonly LoggedRequest[];
  clear(): void;
}

const MAX_ENTRIES = 1000;

/** Makes an empty log. */
export function createRequestLog(): RequestLog {
  const entries: LoggedRequest[] = [];
  return {
    add(request) {
      entries.push(request);
      if (entries.length > MAX_ENTRIES) entries.shift();
    },
    list: () => [...entries],
    clear: () => void entries.splice(0),
  };
}
