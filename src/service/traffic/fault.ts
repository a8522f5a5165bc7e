import type { GarbageName } from './garbage.js';
import type { ApiOperation } from './api-operation.js';

/** The requests that a fault meets, and their delay. */
export interface FaultScope {
  /** Only requests of this operation. @default every request under `/v2` */
  readonly operation?: ApiOperation;
  /** The number of requests that meet the fault. It is removed after them. @default no limit */
  readonly times?: number;
  /** The share of the requests that meet the fault, chosen at random: 0 to 1. @default 1 */
  readonly share?: number;
  /** An additional delay, milliseconds. @default 0 */
  readonly delayMs?: number;
}

/** The answer has a given status. */
export interface StatusFault extends FaultScope {
  readonly kind: 'status';
  /** The status of the answer, 200 to 599. */
  readonly status: number;
  /** The `Retry-After` header: seconds as a number, or any text, such as an HTTP date. @default no such header */
  readonly retryAfter?: number | string;
  /** Whether the operation is skipped (`before`) or carried out (`after`). @default 'before' */
  readonly when?: 'before' | 'after';
}

/** The answer is late. */
export interface DelayFault extends FaultScope {
  readonly kind: 'delay';
  /** The delay, milliseconds. */
  readonly delayMs: number;
  /**
   * Whether the delay comes before or after the operation. With `before`, the operation is skipped if the caller aborts
   * during the delay.
   *
   * @default 'before'
   */
  readonly when?: 'before' | 'after';
}

/** The connection closes without an answer. */
export interface DropFault extends FaultScope {
  readonly kind: 'drop';
  /** Whether the operation is skipped (`before`) or carried out (`after`). @default 'after' */
  readonly when?: 'before' | 'after';
}

/** The answer announces its whole length and ends halfway. The operation is carried out. */
export interface TruncateFault extends FaultScope {
  readonly kind: 'truncate';
}

/** The answer has status 200 and a body that is not the documented JSON. */
export interface GarbageFault extends FaultScope {
  readonly kind: 'garbage';
  /** The body: HTML, half a JSON text, bytes, two JSON values or an empty body. @default each in turn */
  readonly body?: GarbageName;
  /** Whether the operation is skipped (`before`) or carried out (`after`). @default 'after' */
  readonly when?: 'before' | 'after';
}

/**
 * An injected fault. It applies to requests under `/v2`, before all other processing, including authentication.
 *
 * @example
 * ```ts
 * await control.faults.inject({ kind: 'status', status: 429, retryAfter: 2, times: 3 });
 * await control.faults.inject({ kind: 'drop', operation: 'create-database', times: 1 });
 * await control.faults.inject({ kind: 'delay', delayMs: 20_000, share: 0.1 });
 * ```
 */
export type Fault = StatusFault | DelayFault | DropFault | TruncateFault | GarbageFault;
