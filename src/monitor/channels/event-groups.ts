import { groupValuesOf, type Digest, type GroupOptions } from './digest.js';
import type { EventLanes, QueuedEvent } from './event-lanes.js';

/** The events of one delivery. */
export interface Outgoing {
  readonly events: readonly QueuedEvent[];
  /** Present for a digest. Without it there is one event. */
  readonly by?: Digest['by'] | undefined;
}

/**
 * The windows after the first digest and after later digests of a storm. The second one covers the default cadence of
 * databases that are not active: all alerts of an outage of a minute, and their ends, are three digests.
 */
const STORM_MS = [60_000, 120_000] as const;

/** The most digests at once for different values of `by`. One more has the other events: a label may differ for each alert. */
const MAX_GROUPS = 20;

/**
 * Decides which events of a channel with the option `group` leave together. Times are monotonic.
 *
 * 1. The first event opens a window of `waitMs`. At its end, at most `max` events leave one by one, and more as digests.
 * 2. After digests, the next window takes a minute, and further ones two minutes, until one has at most `max` events.
 * 3. Events whose attempt failed leave apart from events that were never tried, so that a message that the receiver cannot
 *    digest does not hold up the next alerts. When the first of them is due, all of them leave, as few messages.
 */
export class EventGroups {
  readonly #lanes: EventLanes;
  readonly #by: readonly string[];
  readonly #waitMs: number;
  readonly #max: number;
  /** Decided, and not yet begun. */
  #ready: Outgoing[] = [];
  #closesAtMs: number | undefined;
  #isStorm = false;
  #retryAtMs = -Infinity;

  constructor(lanes: EventLanes, { by = [], waitMs = 10_000, max = 3 }: GroupOptions) {
    this.#lanes = lanes;
    this.#by = by;
    this.#waitMs = waitMs;
    this.#max = max;
  }

  /** Returns what leaves next, or the time when something may be ready; `Infinity` if time does not change that. */
  next(nowMs: number): Outgoing | number {
    const next = this.#takeReady();
    if (next !== undefined) return next;
    // Each event wakes the queue, so most calls must not look at all events.
    if (this.#closesAtMs === undefined || nowMs >= Math.min(this.#closesAtMs, this.#retryAtMs)) this.#decide(nowMs);
    return this.#takeReady() ?? Math.min(this.#closesAtMs ?? Infinity, this.#retryAtMs);
  }

  /** An attempt has failed. */
  retry(notBeforeMs: number): void {
    this.#retryAtMs = Math.min(this.#retryAtMs, notBeforeMs);
  }

  /** A digest was refused for good: its halves leave, and at last single events, so that no alert takes others along. */
  halve(events: readonly QueuedEvent[]): void {
    const refused = new Set(events.map(({ event }) => event.alert.key));
    const lanes = [...this.#lanes.waiting()].filter(([{ event }]) => refused.has(event.alert.key));
    const middle = Math.ceil(lanes.length / 2);
    for (const half of [lanes.slice(0, middle), lanes.slice(middle)])
      this.#release(half, half.length > 1 ? this.#max : Infinity);
  }

  #takeReady(): Outgoing | undefined {
    for (let next = this.#ready.shift(); next !== undefined; next = this.#ready.shift()) {
      const events = next.events.filter((queued) => this.#lanes.has(queued));
      if (events.length > 0) return { ...next, events };
    }
    return undefined;
  }

  #decide(nowMs: number): void {
    const fresh: (readonly QueuedEvent[])[] = [];
    const failed: (readonly QueuedEvent[])[] = [];
    let retryAtMs = Infinity;
    for (const lane of this.#lanes.waiting()) {
      const [{ attempts, notBeforeMs }] = lane;
      (attempts === 0 ? fresh : failed).push(lane);
      if (attempts > 0) retryAtMs = Math.min(retryAtMs, notBeforeMs);
    }
    this.#retryAtMs = retryAtMs <= nowMs ? Infinity : retryAtMs;
    if (retryAtMs <= nowMs) this.#release(failed);
    if (fresh.length > 0) this.#closesAtMs ??= nowMs + this.#waitMs;
    if (this.#closesAtMs === undefined || nowMs < this.#closesAtMs) return;
    const wasStorm = this.#isStorm;
    this.#isStorm = this.#release(fresh);
    this.#closesAtMs = this.#isStorm ? nowMs + STORM_MS[wasStorm ? 1 : 0] : undefined;
  }

  /** @returns whether they leave as digests */
  #release(lanes: readonly (readonly QueuedEvent[])[], max = this.#max): boolean {
    const isStorm = lanes.reduce((count, { length }) => count + length, 0) > max;
    // The later events of an alert follow when its first one is delivered.
    if (!isStorm) this.#ready.push(...lanes.map(([first]) => ({ events: first === undefined ? [] : [first] })));
    else this.#ready.push(...this.#digests(lanes));
    return isStorm;
  }

  #digests(lanes: readonly (readonly QueuedEvent[])[]): Outgoing[] {
    const groups = new Map<string, { readonly by: Digest['by']; readonly events: QueuedEvent[] }>();
    for (const lane of lanes) {
      const by = groupValuesOf((lane[0] as QueuedEvent).event.alert, this.#by);
      const ofValues = JSON.stringify(by);
      const key = groups.has(ofValues) || groups.size < MAX_GROUPS ? ofValues : '';
      const group = groups.get(key) ?? { by: key === '' ? {} : by, events: [] };
      groups.set(key, group);
      group.events.push(...lane);
    }
    return [...groups.values()];
  }
}
