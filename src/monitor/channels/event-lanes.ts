import type { AlertEvent } from '../alerts/alert.js';
import type { Digest } from './digest.js';
import type { KeptEvent } from './kept-event.js';

/** An event in the queue of one channel. Times are monotonic. */
export interface QueuedEvent extends KeptEvent {
  readonly expiresAtMs: number;
  /** Whether the event is durable. Only a durable event may be delivered. */
  isSaved: boolean;
  failures: number;
  notBeforeMs: number;
  recipientsLeft?: readonly string[] | undefined;
}

/** The events of an alert, in their order; or one event that some recipients have. */
export type Lane = readonly [QueuedEvent, ...QueuedEvent[]];

/** The events of one message. */
export interface Outgoing {
  readonly events: readonly QueuedEvent[];
  /** Present for a digest. Without it there is one event. */
  readonly by?: Digest['by'] | undefined;
}

/**
 * The order in which the events of one channel leave. The events of one alert form a lane and leave it one at a time,
 * so that `cleared` never overtakes `fired`. Lanes are independent of each other.
 */
export class EventLanes {
  /** By idempotency key, oldest first. */
  readonly #events = new Map<string, QueuedEvent>();
  readonly #lanes = new Map<string, Lane>();
  /** Whether the event that `next` last returned was never tried before. */
  #wasFresh: boolean | undefined;

  get size(): number {
    return this.#events.size;
  }

  /** All events, oldest first. An event may be deleted while the caller iterates. */
  get all(): Iterable<QueuedEvent> {
    return this.#events.values();
  }

  find(idempotencyKey: string): QueuedEvent | undefined {
    return this.#events.get(idempotencyKey);
  }

  has(queued: QueuedEvent): boolean {
    return this.find(queued.event.idempotencyKey) === queued;
  }

  allOf(name: string): readonly QueuedEvent[] {
    return this.#lanes.get(name) ?? [];
  }

  /** Returns the events of a lane that may leave now: those before the first that is not saved. */
  waitingOf(name: string): readonly QueuedEvent[] {
    const lane = this.allOf(name);
    const end = lane.findIndex(({ isSaved }) => !isSaved);
    return end === -1 ? lane : lane.slice(0, end);
  }

  *waiting(): Iterable<Lane> {
    for (const key of this.#lanes.keys()) {
      const [first, ...others] = this.waitingOf(key);
      if (first !== undefined) yield [first, ...others];
    }
  }

  add(queued: QueuedEvent): void {
    const name = laneOf(queued);
    const lane = this.allOf(name);
    // Another member of a group may have raised an earlier event. That earlier event leaves the lane before the others.
    const order = orderOf(queued.event);
    const place = order === 0 ? -1 : lane.findIndex((other) => orderOf(other.event) > order);
    this.#lanes.set(name, lane.toSpliced(place === -1 ? lane.length : place, 0, queued) as unknown as Lane);
    this.#events.set(queued.event.idempotencyKey, queued);
  }

  delete(queued: QueuedEvent): void {
    if (!this.has(queued)) return;
    this.#events.delete(queued.event.idempotencyKey);
    this.#leave(queued);
  }

  /** Moves an event that some recipients have to its own lane, so that later events do not wait for the others. */
  separate(queued: QueuedEvent, recipientsLeft: readonly string[]): void {
    this.#leave(queued);
    queued.recipientsLeft = recipientsLeft;
    this.#lanes.set(laneOf(queued), [queued]);
  }

  #leave(queued: QueuedEvent): void {
    const name = laneOf(queued);
    const [first, ...others] = this.allOf(name).filter((other) => other !== queued);
    if (first === undefined) this.#lanes.delete(name);
    else this.#lanes.set(name, [first, ...others]);
  }

  /**
   * Returns the event that leaves next, or the time when to ask again; `Infinity` if time alone makes none ready. New
   * events and due retries take turns, so that neither waits behind all of the others.
   */
  next(nowMs: number): Outgoing | number {
    let fresh: QueuedEvent | undefined;
    let failed: QueuedEvent | undefined;
    for (const [first] of this.#lanes.values()) {
      if (!first.isSaved) continue;
      if (first.failures === 0) fresh ??= first;
      else if (failed === undefined || first.notBeforeMs < failed.notBeforeMs) failed = first;
    }
    const isRetry = failed !== undefined && failed.notBeforeMs <= nowMs && this.#wasFresh;
    const next = isRetry ? failed : (fresh ?? failed);
    if (next === undefined) return Infinity;
    if (next.notBeforeMs > nowMs) return next.notBeforeMs;
    this.#wasFresh = next === fresh;
    return { events: [next] };
  }
}

export function laneOf({ recipientsLeft, event }: QueuedEvent): string {
  return recipientsLeft === undefined ? event.alert.key : event.idempotencyKey;
}

const KINDS: readonly AlertEvent['kind'][] = ['fired', 'repeated', 'cleared'];

/** Later breaches, and the ends of breaches, have greater orders. All events of a monitor without a group have order 0. */
export function orderOf({ breach = 0, kind }: Pick<AlertEvent, 'breach' | 'kind'>): number {
  return breach === 0 ? 0 : 3 * breach + KINDS.indexOf(kind);
}
