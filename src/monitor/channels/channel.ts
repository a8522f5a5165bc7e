import type { Alert, AlertEvent } from '../alerts/alert.js';

/** One attempt to deliver an event. */
export interface Delivery {
  readonly event: AlertEvent;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/**
 * Where alerts are sent. A channel sends once; the monitor queues, retries and keeps events over restarts.
 *
 * @example
 * ```ts
 * const pager: Channel = {
 *   name: 'pager',
 *   async deliver({ event }, { signal }) {
 *     const headers = { 'idempotency-key': event.idempotencyKey };
 *     const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(event), signal });
 *     if (!response.ok) throw new Error(`the pager answered ${response.status}`);
 *   },
 * };
 * ```
 */
export interface Channel {
  /** Identifies the channel in rules, metrics and logs: 1 to 100 letters, digits, `-` and `_`. */
  readonly name: string;
  /**
   * Sends an event. If it rejects, the monitor tries again later, with backoff. The error's message is logged, so it must
   * contain no secret. An `UndeliverableError` is not tried again. An error with a number `retryAfterMs` delays the
   * channel by so many milliseconds, 1 h at most.
   *
   * @param options `signal` aborts at the deadline, and when the monitor ends.
   */
  deliver(delivery: Delivery, options: { readonly signal: AbortSignal }): Promise<void> | void;
  /**
   * Called with all firing alerts of this channel's rules in the interval `repeatMs`, for receivers that forget alerts
   * which are not sent again. A failure is logged and not tried again before the next interval.
   */
  repeat?(alerts: readonly Alert[], options: { readonly signal: AbortSignal }): Promise<void> | void;
  /** The interval of `repeat`, milliseconds. Required with `repeat`. */
  readonly repeatMs?: number | undefined;
  /** The deadline of `deliver` and `repeat`, milliseconds, at most 600000. @default 10000 */
  readonly timeoutMs?: number | undefined;
  /** Releases connections. Called once, when the channel is replaced or the monitor ends. */
  dispose?(): Promise<void> | void;
}

/** The receiver refuses an event for good, for example with status 400: the event is dropped, logged and counted. */
export class UndeliverableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UndeliverableError';
  }
}

/** The state of a channel. */
export interface ChannelStatus {
  readonly name: string;
  /** The number of events that wait for delivery. */
  readonly queued: number;
  /** Numbers since the monitor was created. */
  readonly delivered: number;
  readonly failed: number;
  /** Events that were given up: refused, too old, or pushed out of a full queue. */
  readonly dropped: number;
  /** The failures since the last delivery. */
  readonly failuresInARow: number;
  /** The message of the last failure; absent after a delivery. */
  readonly lastError?: string | undefined;
}
