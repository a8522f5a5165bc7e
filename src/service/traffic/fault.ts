import type { GarbageName } from './garbage.js';
import type { ApiOperation } from './api-operation.js';

/** Which requests a fault meets, and how long it holds them up. */
export interface FaultScope {
  /** Only requests of this operation. @default every request under `/v2` */
  readonly operation?: ApiOperation;
  /** For this many requests, then it is gone. @default until it is cleared */
  readonly times?: number;
  /** For this share of the requests, chosen at random: 0 to 1. @default 1 */
  readonly share?: number;
  /** Wait this long as well, milliseconds. @default 0 */
  readonly delayMs?: number;
}

/** The answer is an error (or any other) status. */
export interface StatusFault extends FaultScope {
  readonly kind: 'status';
  /** The status of the answer, 200 to 599. */
  readonly status: number;
  /** The `Retry-After` header: seconds as a number, or any text, such as an HTTP date. @default no such header */
  readonly retryAfter?: number | string;
  /** Whether the operation is refused (`before`) or carried out all the same (`after`). @default 'before' */
  readonly when?: 'before' | 'after';
}

/** The answer is late. */
export interface DelayFault extends FaultScope {
  readonly kind: 'delay';
  /** How long, milliseconds. */
  readonly delayMs: number;
  /**
   * Whether the wait comes before the operation, which is not carried out for a caller who leaves meanwhile, or
   * between the operation and its answer.
   *
   * @default 'before'
   */
  readonly when?: 'before' | 'after';
}

/** The connection closes with no answer. */
export interface DropFault extends FaultScope {
  readonly kind: 'drop';
  /** Whether that is before the operation, which is then left out, or after it was carried out. @default 'after' */
  readonly when?: 'before' | 'after';
}

/** The answer announces its whole length and ends half-way. The operation was carried out. */
export interface TruncateFault extends FaultScope {
  readonly kind: 'truncate';
}

/** The answer has status 200 and a body that is not the documented JSON. */
export interface GarbageFault extends FaultScope {
  readonly kind: 'garbage';
  /** What comes: HTML, half a JSON text, bytes, two JSON values, or nothing. @default each in turn */
  readonly body?: GarbageName;
  /** Whether the operation is left out (`before`) or carried out all the same (`after`). @default 'after' */
  readonly when?: 'before' | 'after';
}

/**
 * Something that goes wrong on purpose. It applies to requests under `/v2`, and comes before everything else that the
 * service does with them, authentication included.
 *
 * @example
 * ```ts
 * await control.faults.inject({ kind: 'status', status: 429, retryAfter: 2, times: 3 });
 * await control.faults.inject({ kind: 'drop', operation: 'create-database', times: 1 });
 * await control.faults.inject({ kind: 'delay', delayMs: 20_000, share: 0.1 });
 * ```
 */
export type Fault = StatusFault | DelayFault | DropFault | TruncateFault | GarbageFault;
