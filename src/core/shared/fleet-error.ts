/**
 * The code of a {@link FleetError}.
 *
 * | code | meaning | retry? |
 * | --- | --- | --- |
 * | `unauthorized` | the credentials are missing, or the service does not accept them (401) | with other credentials |
 * | `forbidden` | the account lacks the permission (403) | no |
 * | `not-found` | the id does not exist (404) | the resource may come back |
 * | `rate-limited` | too many requests (429), or not sent because the queue is too long; see `retryAfterMs` | later |
 * | `rejected` | any other client error (4xx) | only after a change of the request |
 * | `unavailable` | the connection, the service (5xx, 408) or the credentials function failed | later |
 * | `timeout` | no complete response within the deadline | later |
 * | `aborted` | the caller's signal aborted the operation | optional |
 * | `bad-response` | the response is not as documented: not JSON, incomplete, too large, or a redirect | later |
 * | `invalid-request` | an argument is invalid and nothing was sent; see `issues` | after a correction |
 * | `outcome-unknown` | a create was sent, and it is unknown whether it took effect | check first |
 * | `storage` | the store could not save or read; see `status` for a create | when the store works, unless created |
 * | `in-use` | another process, fleet or monitor uses the persistence store, the sharing or the state | after it has ended |
 * | `disposed` | the fleet or the monitor was disposed, or the sharing was closed | no |
 */
export type FleetErrorCode =
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'rate-limited'
  | 'rejected'
  | 'unavailable'
  | 'timeout'
  | 'aborted'
  | 'bad-response'
  | 'invalid-request'
  | 'outcome-unknown'
  | 'storage'
  | 'in-use'
  | 'disposed';

/** The operation that failed: one of the API's three operations, or `configure` for everything else. */
export type Operation = 'configure' | 'create-database' | 'get-database' | 'list-vector-indices';

/** A problem with one argument of a request. It never contains the value. */
export interface FleetIssue {
  /** The path of the argument, such as `read_regions[2]`; empty for the request as a whole. */
  readonly path: string;
  /** The problem, such as `expected "aws" | "gcp"`. */
  readonly message: string;
}

/** The optional properties of a {@link FleetError}. */
export interface FleetErrorFacts {
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly issues?: readonly FleetIssue[] | undefined;
}

/**
 * The error class of the core. It has no `cause` and contains no header, body, or value that was sent or received, so it is
 * safe to log.
 *
 * @example
 * ```ts
 * try {
 *   await client.getDatabase(id);
 * } catch (error) {
 *   if (error instanceof FleetError && error.code === 'rate-limited') wait(error.retryAfterMs ?? 1000);
 *   else throw error;
 * }
 * ```
 */
export class FleetError extends Error {
  /** The kind of the error. */
  readonly code: FleetErrorCode;
  /** The operation that failed. */
  readonly operation: Operation;
  // `declare` defines no property, so that an absent value is not an own property.
  /** HTTP status; absent without a response. A create with `storage` has it if the database exists. */
  declare readonly status?: number;
  /** Time to wait before a retry, milliseconds: from the `Retry-After` header, or from the client's own rate limit. */
  declare readonly retryAfterMs?: number;
  /** All problems of the request, for `invalid-request`. */
  declare readonly issues?: readonly FleetIssue[];

  constructor(code: FleetErrorCode, operation: Operation, message: string, facts: FleetErrorFacts = {}) {
    super(`${operation}: ${message}`);
    this.name = 'FleetError';
    this.code = code;
    this.operation = operation;
    if (facts.status !== undefined) this.status = facts.status;
    if (facts.retryAfterMs !== undefined) this.retryAfterMs = facts.retryAfterMs;
    if (facts.issues !== undefined) this.issues = facts.issues;
  }

  /** Accepts the errors of every copy of this class: a bundler may include one copy for each subpath of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'FleetError' && 'operation' in value;
  }

  /** Returns the properties of the error as plain JSON, with the message and without the stack. */
  toJSON(): Record<string, unknown> {
    const { name, code, operation, message, status, retryAfterMs, issues } = this;
    return { name, code, operation, message, status, retryAfterMs, issues };
  }
}

/** The message of an error without its operation, for use in the message of another error. */
export function detailOf({ message, operation }: FleetError): string {
  return message.replace(`${operation}: `, '');
}

export function endedError(code: 'aborted' | 'disposed', operation: Operation): FleetError {
  return new FleetError(code, operation, code === 'aborted' ? 'aborted by the caller' : 'the fleet was disposed of');
}
