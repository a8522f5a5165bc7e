/**
 * What went wrong, as one word to branch on.
 *
 * | code | meaning | worth trying again? |
 * | --- | --- | --- |
 * | `unauthorized` | the service does not accept the credentials (401), or there are none | with others |
 * | `forbidden` | the account may not do this (403) | no |
 * | `not-found` | no such id (404) | it may come back |
 * | `rate-limited` | too many requests (429), or not sent since its turn is too far off; see `retryAfterMs` | later |
 * | `rejected` | any other refusal (4xx) | not as it is |
 * | `unavailable` | not reachable, or failing (5xx, 408), or the connection was lost before an answer | later |
 * | `timeout` | no complete answer within the deadline | later |
 * | `aborted` | the caller's signal ended it | as you like |
 * | `bad-response` | an answer that is not what the API documents: not JSON, cut off, too large, a redirect | later |
 * | `invalid-request` | the arguments are wrong; nothing was sent; see `issues` | corrected |
 * | `outcome-unknown` | a create was sent and nobody can say whether it took effect | look first |
 * | `disposed` | the object was disposed | no |
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
  | 'disposed';

/** What was being done: one of the API's three operations, or setting something up. */
export type Operation = 'configure' | 'create-database' | 'get-database' | 'list-vector-indices';

/** One thing that is wrong with a request: where, and what was expected there. Never the value. */
export interface FleetIssue {
  /** Where, such as `read_regions[2]`; empty for the request as a whole. */
  readonly path: string;
  /** What is wrong, such as `expected "aws" | "gcp"`. */
  readonly message: string;
}

/** The optional facts of a {@link FleetError}. */
export interface FleetErrorFacts {
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly issues?: readonly FleetIssue[] | undefined;
}

/**
 * The one error that the core throws. It is built from allow-listed facts only and has no `cause`: no header,
 * no body, no value that was sent or received is in it, so it is safe to log whole.
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
  /** What went wrong. */
  readonly code: FleetErrorCode;
  /** What was being done. */
  readonly operation: Operation;
  // Declared, not defined: a fact that there is not is not a property either.
  /** HTTP status, where there was an answer. */
  declare readonly status?: number;
  /** How long to wait before another try, milliseconds: by the service's `Retry-After` header, or by the gate. */
  declare readonly retryAfterMs?: number;
  /** Each thing that is wrong with the request, for `invalid-request`. */
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

  /** The error's facts as plain JSON, its message among them; without the stack. */
  toJSON(): Record<string, unknown> {
    const { name, code, operation, message, status, retryAfterMs, issues } = this;
    return { name, code, operation, message, status, retryAfterMs, issues };
  }
}
