import type { AlertEvent } from '../alerts/alert.js';
import type { KeptEvent } from './kept-event.js';

/** An event in the queue of one channel. Times are monotonic. */
export interface QueuedEvent extends Pick<KeptEvent, 'key' | 'event'> {
  readonly expiresAtMs: number;
  /** `saving`: it may be delivered when it is durable. `running`: an attempt runs. */
  state: 'saving' | 'waiting' | 'running';
  /** How often delivery was tried, with the attempt that runs. */
  attempts: number;
  /** The time of the next attempt. */
  notBeforeMs: number;
}

/**
 * The order in which the events of one channel leave. The events of one alert form a lane and leave it one at a time, so
 * that `cleared` never overtakes `fired`. Lanes are independent of each other.
 */
export class EventLanes {
  /** By idempotency key, oldest first. */
  readonly #events = new Map<string, QueuedEvent>();
  readonly #lanes = new Map<string, QueuedEvent[]>();

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

  /** The events of each alert that may leave now, in their order, without those behind an event that may not. */
  *waiting(): Iterable<readonly [QueuedEvent, ...QueuedEvent[]]> {
    for (const lane of this.#lanes.values()) {
      const end = lane.findIndex(({ state }) => state !== 'waiting');
      const [first, ...others] = end === -1 ? lane : lane.slice(0, end);
      if (first !== undefined) yield [first, ...others];
    }
  }

  /** Whether an event of an alert waits. */
  hasAlert(key: string): boolean {
    return this.#lanes.has(key);
  }

  add(queued: QueuedEvent): void {
    const { alert, idempotencyKey } = queued.event;
    const lane = this.#lanes.get(alert.key) ?? [];
    // Another member of a group may have raised an earlier event. It leaves the lane before the later ones.
    const order = orderOf(queued);
    const place = lane.findIndex((other) => other.state !== 'running' && orderOf(other) > order);
    lane.splice(place === -1 ? lane.length : place, 0, queued);
    this.#lanes.set(alert.key, lane);
    this.#events.set(idempotencyKey, queued);
  }

  delete(queued: QueuedEvent): void {
    const { alert, idempotencyKey } = queued.event;
    if (!this.has(queued)) return;
    this.#events.delete(idempotencyKey);
    const others = this.#lanes.get(alert.key)?.filter((other) => other !== queued) ?? [];
    if (others.length > 0) this.#lanes.set(alert.key, others);
    else this.#lanes.delete(alert.key);
  }

  /**
   * Returns the event that leaves next, or the time when one may be ready; `Infinity` if time does not change that. An event
   * that was never tried goes first: it does not wait behind events that the receiver cannot digest.
   */
  next(nowMs: number): QueuedEvent | number {
    let next: QueuedEvent | undefined;
    for (const [first] of this.#lanes.values()) {
      if (first?.state !== 'waiting') continue;
      if (first.attempts === 0) return first;
      if (next === undefined || first.notBeforeMs < next.notBeforeMs) next = first;
    }
    if (next === undefined) return Infinity;
    return next.notBeforeMs > nowMs ? next.notBeforeMs : next;
  }
}

const KINDS: readonly AlertEvent['kind'][] = ['fired', 'repeated', 'cleared'];

/** Later breaches, and the ends of breaches, have greater orders. All events of a monitor without a group have order 0. */
function orderOf({ event: { breach = 0, kind } }: QueuedEvent): number {
  return breach === 0 ? 0 : 3 * breach + KINDS.indexOf(kind);
}
