import type { FleetError, Operation } from '../shared/fleet-error.js';
import type { CadenceFacts } from './cadence.js';
import { PollTiming } from './poll-timing.js';

/** The lanes of the queue, by priority: requests of callers, then polls. */
export const LANE = { caller: 0, modifying: 1, observed: 2, tracked: 3 } as const;

/** The number of those who want a key polled, by the kind of their interest. */
export interface Interest {
  tracked: number;
  observed: number;
  waiting: number;
}

/** The facts about a key that its store knows. The scheduler adds the interest in it. */
export interface PollFacts extends Omit<CadenceFacts, 'resource' | 'waiting' | 'observed' | 'tracked'> {
  /** When the record was confirmed, Unix milliseconds. A recent record is not polled at once. */
  readonly confirmedAt?: number | undefined;
}

/** Sends the requests for some keys, and keeps the state of each key. */
export interface PollSource<T = unknown> {
  /** The kind of the keys, for the cadence. */
  readonly resource: CadenceFacts['resource'];
  readonly operation: Operation;
  /** Its keys count as `known` in the polling status. */
  readonly isCounted: boolean;
  /** Whether this source polls the key. No two sources poll the same key. */
  has(key: string): boolean;
  facts(key: string): PollFacts;
  /**
   * Sends the request and commits the answer or the failure. Another executor can take its place, for example one that
   * has the request sent by another process.
   *
   * @param turn the number that a `TurnSource` gave to the request
   * @throws FleetError
   */
  poll(key: string, signal: AbortSignal, turn?: number): Promise<T>;
  /** Called when callers queued a request, or a poll starts. */
  onRequested(key: string): void;
  /** Called when a queued request or a request in flight is cancelled, because nothing needs it any more. */
  onCancelled(key: string): void;
  /** Called when the request was not sent, because of the failure of another request. */
  onNotSent(key: string, error: FleetError): void;
  /** Called with keys that have lost their last interest. */
  onLeft?(keys: readonly string[]): void;
}

/** One caller of a request. Callers with the same key share the request. */
export interface Caller {
  readonly target: PollTarget;
  /** When the caller stops waiting for the request to be sent, monotonic. */
  readonly deadlineMs: number;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** A request in flight, with the callers that share it. */
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
  /** A request that is sent once, such as a create: a caller who aborts it in flight waits for its outcome. */
  readonly isSentOnce: boolean;
  tracked = 0;
  observed = 0;
  waiting = 0;
  /**
   * The interval at which a key is polled, milliseconds: `Infinity` while another fleet polls it, `undefined` while the planner
   * counts no interest in it, which it does at the end of the task. An integer or `Infinity`, which take no heap object.
   */
  intervalMs: number | undefined = undefined;
  /** The planner counts interest of this fleet in the key. */
  isKnown = false;
  /** Other fleets want the key polled. */
  isShared = false;
  /** The callers of the next request, which is queued. */
  callers: Set<Caller> | undefined = undefined;
  flight: Flight | undefined = undefined;

  constructor(handle: number, source: PollSource, key: string, isSentOnce: boolean) {
    super(handle);
    this.key = key;
    this.source = source;
    this.isSentOnce = isSentOnce;
  }
}

/** This fleet wants the key polled. */
export function isWanted({ tracked, observed, waiting }: Interest): boolean {
  return tracked + observed + waiting > 0;
}

/** Whether further callers can share the request. A request that was cancelled is in flight until it has ended. */
export function isShareable(flight: Flight | undefined): flight is Flight {
  return flight !== undefined && !flight.controller.signal.aborted;
}

/** Cancels the request in flight of a poll target, unless callers share it. */
export function cancelUnshared({ flight, source, key }: PollTarget): void {
  if (!isShareable(flight) || flight.callers.size > 0) return;
  flight.controller.abort();
  source.onCancelled(key);
}
