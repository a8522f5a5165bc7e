import type { FleetError, Operation } from '../shared/fleet-error.js';
import type { PollFacts } from './cadence.js';
import { PollTiming } from './poll-timing.js';

/** The lanes of the queue, by priority: requests of callers, then polls. */
export const LANE = { caller: 0, modifying: 1, observed: 2, tracked: 3 } as const;

export interface Interest {
  tracked: number;
  observed: number;
  waiting: number;
}

/** Sends the requests for some keys, and keeps the state of each key. */
export interface PollSource<T = unknown> {
  /** The keys of `get-database` count as `known` in the status. */
  readonly operation: Operation;
  /** Each request is sent once, such as a create: a caller who aborts it waits for its outcome. */
  readonly isSentOnce?: boolean;
  /** Whether this source, and no other, polls the key. */
  has(key: string): boolean;
  /** The facts about a key, for the cadence. @param now Unix milliseconds */
  facts(key: string, interest: Interest, now: number): PollFacts;
  /** When an answer last confirmed the record of a key, Unix milliseconds. */
  confirmedAt(key: string): number | undefined;
  /** Sends the request and commits the answer or the failure. @param turn the number that a `TurnSource` gave to it */
  poll(key: string, signal: AbortSignal, turn?: number): Promise<T>;
  /**
   * Called with `true` when a caller queues a request, and when a poll starts. Called with `false` when a queued request or
   * a request in flight is cancelled, because nothing needs it any more; not when a request ends by itself.
   */
  onFetching?(key: string, isFetching: boolean): void;
  /** Called for a request that is not sent, because another request failed. */
  onNotSent?(key: string, error: FleetError): void;
}

export interface Caller {
  readonly target: PollTarget;
  /** When the caller stops waiting for the request to be sent, monotonic. */
  readonly deadlineMs: number;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

export interface Flight {
  readonly controller: AbortController;
  /** A scheduled poll goes on when its callers leave. A request of callers does not. */
  readonly isPoll: boolean;
  readonly callers: Set<Caller>;
}

/** A key that is polled while it has interest, and requested while it has callers. */
export class PollTarget extends PollTiming implements Interest {
  readonly key: string;
  readonly source: PollSource;
  tracked = 0;
  observed = 0;
  waiting = 0;
  /** `Infinity` while another fleet polls the key, `undefined` while the planner counts no interest in it. */
  intervalMs: number | undefined = undefined;
  /** The planner counts interest of this fleet. */
  isKnown = false;
  isShared = false;
  /** The callers of the next request, which is queued. */
  callers: Set<Caller> | undefined = undefined;
  flight: Flight | undefined = undefined;

  constructor(handle: number, source: PollSource, key: string) {
    super(handle);
    this.key = key;
    this.source = source;
  }
}

export function isWanted({ tracked, observed, waiting }: Interest): boolean {
  return tracked + observed + waiting > 0;
}

/** Whether callers can join. A cancelled request is in flight until it has ended. */
export function isShareable(flight: Flight | undefined): flight is Flight {
  return flight !== undefined && !flight.controller.signal.aborted;
}

export function cancelUnshared({ flight, source, key }: PollTarget): void {
  if (!isShareable(flight) || flight.callers.size > 0) return;
  flight.controller.abort();
  source.onFetching?.(key, false);
}
