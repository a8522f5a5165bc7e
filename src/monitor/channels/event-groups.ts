import type { FailedAttempt } from './attempt.js';
import { groupValuesOf, type Digest, type GroupOptions } from './digest.js';
import type { EventLanes, Outgoing, QueuedEvent } from './event-lanes.js';

/**
 * The windows after the first digest and after later digests of a storm. The second one covers the default cadence of
 * databases that are not active: all alerts of an outage of a minute, and their ends, are three digests.
 */
const STORM_MS = [60_000, 120_000] as const;

/** The most digests at once for different values of `by`. One more has the other events: a label may differ for each alert. */
const MAX_GROUPS = 20;

interface Group {
  readonly by: Digest['by'];
  keys: Set<string>;
}

/**
 * Decides which events of a channel with the option `group` leave together. Times are monotonic.
 *
 * 1. The first event opens a window of `waitMs`. At its end, at most `max` events leave one by one, and more as digests.
 * 2. After digests, the next window takes a minute, and later windows take two minutes, until a window has at most `max` events.
 * 3. Events whose attempt failed leave apart from events that were never tried, so that a message that the receiver cannot
 *    digest does not hold up the next alerts. When the first of them is due, all of them leave, as few messages.
 * 4. After a digest that the receiver has refused for good, or not answered, a digest has at most half as many events, and
 *    at last one: no alert takes others along. After each delivery it has twice as many.
 */
export class EventGroups {
  readonly #lanes: EventLanes;
  readonly #by: readonly string[];
  readonly #waitMs: number;
  readonly #max: number;
  /** The events that leave now, one by one. */
  readonly #single = new Set<QueuedEvent>();
  /** The alerts that leave now as digests, by `kind` and the values of `by`. */
  readonly #groups = new Map<string, Group>();
  #most = Infinity;
  /** When the window ends; `Infinity` if none is open. */
  #closesAtMs = Infinity;
  #isStorm = false;
  #retryAtMs = Infinity;

  constructor(lanes: EventLanes, { by = [], waitMs = 10_000, max = 3 }: GroupOptions) {
    this.#lanes = lanes;
    this.#by = by;
    this.#waitMs = waitMs;
    this.#max = max;
  }

  /** Returns what leaves next, or the time when something may be ready; `Infinity` if time does not change that. */
  next(nowMs: number): Outgoing | number {
    const next = this.#take();
    if (next !== undefined) return next;
    // Each event wakes the queue, so most calls must not look at all events.
    if (this.#closesAtMs === Infinity || nowMs >= Math.min(this.#closesAtMs, this.#retryAtMs)) this.#decide(nowMs);
    return this.#take() ?? Math.min(this.#closesAtMs, this.#retryAtMs);
  }

  delivered(): void {
    this.#most *= 2;
  }

  failed({ events, by }: Outgoing, { isFinal, isTimeout }: FailedAttempt): void {
    // The next call looks at all events again.
    this.#retryAtMs = -Infinity;
    if (by === undefined || !(isFinal || isTimeout)) return;
    this.#most = Math.ceil(events.length / 2);
    if (!isFinal) return;
    const group = this.#groupOf('failed', by);
    group.keys = new Set([...events.map(({ event }) => event.alert.key), ...group.keys]);
  }

  #take(): Outgoing | undefined {
    for (const queued of this.#single) {
      this.#single.delete(queued);
      // An event behind one that has failed leaves with it later.
      if (this.#lanes.waitingOf(queued.event.alert.key)[0] === queued) return { events: [queued] };
    }
    for (const [name, { by, keys }] of this.#groups) {
      const events = this.#takeFrom(keys);
      if (keys.size === 0) this.#groups.delete(name);
      if (events.length > 0) return this.#most > 1 ? { events, by } : { events };
    }
    return undefined;
  }

  /** The events of an alert leave together, unless they are too many: then the first one leaves, and the others follow it. */
  #takeFrom(keys: Set<string>): readonly QueuedEvent[] {
    const events: QueuedEvent[] = [];
    for (const key of keys) {
      const lane = this.#lanes.waitingOf(key);
      if (events.length > 0 && events.length + lane.length > this.#most) break;
      if (lane.length > this.#most) return lane.slice(0, 1);
      keys.delete(key);
      events.push(...lane);
    }
    return events;
  }

  #decide(nowMs: number): void {
    const fresh: (readonly QueuedEvent[])[] = [];
    const failed: (readonly QueuedEvent[])[] = [];
    let retryAtMs = Infinity;
    for (const lane of this.#lanes.waiting()) {
      const [{ failures, notBeforeMs }] = lane;
      (failures === 0 ? fresh : failed).push(lane);
      if (failures > 0) retryAtMs = Math.min(retryAtMs, notBeforeMs);
    }
    this.#retryAtMs = retryAtMs;
    if (retryAtMs <= nowMs) this.#release('failed', failed);
    if (fresh.length > 0 && this.#closesAtMs === Infinity) this.#closesAtMs = nowMs + this.#waitMs;
    if (nowMs < this.#closesAtMs) return;
    const wasStorm = this.#isStorm;
    this.#isStorm = this.#release('fresh', fresh);
    this.#closesAtMs = this.#isStorm ? nowMs + STORM_MS[wasStorm ? 1 : 0] : Infinity;
  }

  /** @returns whether they leave as digests */
  #release(kind: 'fresh' | 'failed', lanes: readonly (readonly QueuedEvent[])[]): boolean {
    const events = lanes.flat();
    const isStorm = events.length > this.#max;
    if (!isStorm) for (const queued of events) this.#single.add(queued);
    else
      for (const [first] of lanes) {
        const { alert } = (first as QueuedEvent).event;
        this.#groupOf(kind, groupValuesOf(alert, this.#by)).keys.add(alert.key);
      }
    return isStorm;
  }

  #groupOf(kind: 'fresh' | 'failed', values: Digest['by']): Group {
    const own = `${kind} ${JSON.stringify(values)}`;
    const isOwn = this.#groups.has(own) || this.#groups.size < MAX_GROUPS;
    const name = isOwn ? own : kind;
    const group = this.#groups.get(name) ?? { by: isOwn ? values : {}, keys: new Set() };
    this.#groups.set(name, group);
    return group;
  }
}
