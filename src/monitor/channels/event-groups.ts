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
  readonly lanes: Set<string>;
}

/**
 * Decides which events of a channel with the option `group` leave together. Times are monotonic.
 *
 * 1. The first event opens a window of `waitMs`. At its end, at most `max` events leave one by one, and more as digests.
 * 2. After digests, the next window takes a minute, and later windows take two minutes, until a window has at most `max` events.
 * 3. Events whose attempt failed leave apart from events that were never tried. So a message that the receiver cannot
 *    process does not hold up the next alerts. When the first of them is due, all of them leave in few messages. Events
 *    that some recipients have leave apart from the others, so that these recipients do not get the others again.
 * 4. After a digest that the receiver has refused for good, or not answered, a digest has at most half as many events,
 *    down to one. So a refused alert does not hold up the others for long. After each delivery it has at most twice as
 *    many.
 */
export class EventGroups {
  readonly #lanes: EventLanes;
  readonly #options: { readonly by: readonly string[]; readonly waitMs: number; readonly max: number };
  /** The events that leave now, one by one. */
  readonly #single = new Set<QueuedEvent>();
  /** The lanes that leave now as digests. */
  readonly #groups: Group[] = [];
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
    if (isFinal) this.#groups.unshift({ by, lanes: new Set(events.map(laneOf)) });
  }

  #take(): Outgoing | undefined {
    for (const queued of this.#single) {
      this.#single.delete(queued);
      // An event behind a failed event of its alert leaves later, together with that event.
      if (this.#lanes.waitingOf(laneOf(queued))[0] === queued) return { events: [queued] };
    }
    for (let group = this.#groups[0]; group !== undefined; group = this.#groups[0]) {
      const events = this.#takeFrom(group.lanes);
      if (group.lanes.size === 0) this.#groups.shift();
      if (events.length > 0) return this.#most > 1 ? { events, by: group.by } : { events };
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
    const [fresh, failed, partial]: [Lane[], Lane[], Lane[]] = [[], [], []];
    for (const lane of this.#lanes.waiting()) {
      const [{ failures, recipientsLeft }] = lane;
      if (recipientsLeft !== undefined) partial.push(lane);
      else if (failures > 0) failed.push(lane);
      else fresh.push(lane);
    }
    this.#retryAtMs = [...failed, ...partial].reduce((at, [{ notBeforeMs }]) => Math.min(at, notBeforeMs), Infinity);
    if (this.#retryAtMs <= nowMs) for (const tried of [failed, partial]) this.#release(tried);
    if (fresh.length > 0 && this.#closesAtMs === Infinity) this.#closesAtMs = nowMs + this.#options.waitMs;
    if (nowMs < this.#closesAtMs) return;
    const wasStorm = this.#isStorm;
    this.#isStorm = this.#release(fresh);
    this.#closesAtMs = this.#isStorm ? nowMs + STORM_MS[wasStorm ? 1 : 0] : Infinity;
  }

  /** @returns whether the events of these lanes leave as digests */
  #release(lanes: readonly Lane[]): boolean {
    const { by, max } = this.#options;
    const events = lanes.flat();
    if (events.length <= max) {
      for (const queued of events) this.#single.add(queued);
      return false;
    }
    const groups = new Map<string, Group>();
    for (const [queued] of lanes) {
      const values = groupValuesOf(queued.event.alert, by);
      const own = JSON.stringify(values);
      const name = groups.has(own) || groups.size < MAX_GROUPS ? own : 'others';
      const group: Group = groups.get(name) ?? { by: name === own ? values : {}, lanes: new Set() };
      groups.set(name, group);
      group.lanes.add(laneOf(queued));
    }
    this.#groups.push(...groups.values());
    return true;
  }
}
