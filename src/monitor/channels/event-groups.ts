import type { FailedAttempt } from './attempt.js';
import { groupValuesOf, type Digest, type GroupOptions } from './digest.js';
import { laneOf, type EventLanes, type Lane, type Outgoing, type QueuedEvent } from './event-lanes.js';

/**
 * The lengths of the window after the first digest of a storm, and after later digests. The second length covers the
 * default cadence of inactive databases: an outage of a minute makes three digests, with all alerts and their ends.
 */
const STORM_MS = [60_000, 120_000] as const;

/** The most digests for different values of `by`. One further digest has all other events: a label may differ for each alert. */
const MAX_GROUPS = 20;

/** The most events of a digest: half of a full queue, so that newer events can replace the others during an attempt. */
const MAX_EVENTS = 5000;

interface Group {
  readonly by: Digest['by'];
  lanes: Set<string>;
}

/** `fresh`: never tried. `failed`: tried, and no recipient has the events. `partial`: some recipients have them. */
type Kind = 'fresh' | 'failed' | 'partial';

/**
 * Decides which events of a channel with the option `group` leave together. Times are monotonic.
 * 1. The first event opens a window of `waitMs`. At its end, at most `max` events leave one by one, and more as digests.
 * 2. After digests, the next window takes a minute, and later windows take two minutes, until a window has at most `max` events.
 * 3. Events whose attempt failed leave apart from events that were never tried. So a message that the receiver cannot
 *    process does not hold up the next alerts. When the first of them is due, all of them leave in few messages. Events
 *    that some recipients have leave apart from the others, so that these recipients do not get the others again.
 * 4. After a digest that the receiver has refused for good, or not answered, a digest has at most half as many events,
 *    down to one. So a refused alert does not hold up the others for long. After each delivery, a digest has at most
 *    twice as many.
 */
export class EventGroups {
  readonly #lanes: EventLanes;
  readonly #options: { readonly by: readonly string[]; readonly waitMs: number; readonly max: number };
  /** The events that leave now, one by one. */
  readonly #single = new Set<QueuedEvent>();
  /** The lanes that leave now as digests, by `kind` and the values of `by`. */
  readonly #groups = new Map<string, Group>();
  #most = MAX_EVENTS;
  /** When the window ends; `Infinity` if none is open. */
  #closesAtMs = Infinity;
  #isStorm = false;
  #retryAtMs = Infinity;

  constructor(lanes: EventLanes, { by = [], waitMs = 10_000, max = 3 }: GroupOptions) {
    this.#lanes = lanes;
    this.#options = { by, waitMs, max };
  }

  /** Returns what leaves next, or the time when to ask again; `Infinity` if time alone makes nothing ready. */
  next(nowMs: number): Outgoing | number {
    const next = this.#take();
    if (next !== undefined) return next;
    // Each event wakes the queue, so most calls must not look at all events.
    if (this.#closesAtMs === Infinity || nowMs >= Math.min(this.#closesAtMs, this.#retryAtMs)) this.#decide(nowMs);
    return this.#take() ?? Math.min(this.#closesAtMs, this.#retryAtMs);
  }

  delivered(): void {
    this.#most = Math.min(MAX_EVENTS, 2 * this.#most);
  }

  failed({ events, by }: Outgoing, { isFinal, isTimeout }: FailedAttempt): void {
    // The next call looks at all events again.
    this.#retryAtMs = -Infinity;
    if (by === undefined || !(isFinal || isTimeout)) return;
    this.#most = Math.ceil(events.length / 2);
    if (!isFinal) return;
    const group = this.#groupOf('failed', by);
    group.lanes = new Set([...events.map(laneOf), ...group.lanes]);
  }

  #take(): Outgoing | undefined {
    for (const queued of this.#single) {
      this.#single.delete(queued);
      // An event behind a failed event of its alert leaves later, together with that event.
      if (this.#lanes.waitingOf(laneOf(queued))[0] === queued) return { events: [queued] };
    }
    for (const [name, { by, lanes }] of this.#groups) {
      const events = this.#takeFrom(lanes);
      if (lanes.size === 0) this.#groups.delete(name);
      if (events.length > 0) return this.#most > 1 ? { events, by } : { events };
    }
    return undefined;
  }

  /** The events of an alert leave together, unless they are too many: then the first one leaves, and the others follow it. */
  #takeFrom(lanes: Set<string>): readonly QueuedEvent[] {
    const events: QueuedEvent[] = [];
    for (const name of lanes) {
      const lane = this.#lanes.waitingOf(name);
      if (events.length > 0 && events.length + lane.length > this.#most) break;
      if (lane.length > this.#most) return lane.slice(0, 1);
      lanes.delete(name);
      events.push(...lane);
    }
    return events;
  }

  #decide(nowMs: number): void {
    const waiting: Record<Kind, Lane[]> = { fresh: [], failed: [], partial: [] };
    let retryAtMs = Infinity;
    for (const lane of this.#lanes.waiting()) {
      const [{ failures, notBeforeMs, recipientsLeft }] = lane;
      const tried = failures === 0 ? 'fresh' : 'failed';
      const kind = recipientsLeft === undefined ? tried : 'partial';
      waiting[kind].push(lane);
      if (kind !== 'fresh') retryAtMs = Math.min(retryAtMs, notBeforeMs);
    }
    this.#retryAtMs = retryAtMs;
    if (retryAtMs <= nowMs) for (const kind of ['failed', 'partial'] as const) this.#release(kind, waiting[kind]);
    if (waiting.fresh.length > 0 && this.#closesAtMs === Infinity) this.#closesAtMs = nowMs + this.#options.waitMs;
    if (nowMs < this.#closesAtMs) return;
    const wasStorm = this.#isStorm;
    this.#isStorm = this.#release('fresh', waiting.fresh);
    this.#closesAtMs = this.#isStorm ? nowMs + STORM_MS[wasStorm ? 1 : 0] : Infinity;
  }

  /** @returns whether they leave as digests */
  #release(kind: Kind, lanes: readonly Lane[]): boolean {
    const events = lanes.flat();
    const isStorm = events.length > this.#options.max;
    if (!isStorm) for (const queued of events) this.#single.add(queued);
    else
      for (const [queued] of lanes)
        this.#groupOf(kind, groupValuesOf(queued.event.alert, this.#options.by)).lanes.add(laneOf(queued));
    return isStorm;
  }

  #groupOf(kind: Kind, values: Digest['by']): Group {
    const own = `${kind} ${JSON.stringify(values)}`;
    const isOwn = this.#groups.has(own) || this.#groups.size < MAX_GROUPS;
    const name = isOwn ? own : kind;
    const group = this.#groups.get(name) ?? { by: isOwn ? values : {}, lanes: new Set() };
    this.#groups.set(name, group);
    return group;
  }
}
