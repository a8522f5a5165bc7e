import type { Clock } from '../../core/shared/clock.js';
import type { AlertEvent } from '../alerts/alert.js';

/** An event in the queue of one channel. */
export interface QueuedEvent {
  readonly key: string;
  readonly event: AlertEvent;
  /** Monotonic time. */
  readonly expiresAtMs: number;
  /** How often delivery was tried, with the attempt that runs. */
  attempts: number;
  /** Whether the event is durable, so that it may be delivered. */
  isReleased: boolean;
}

/**
 * The queue of one channel. The events of one alert form a lane and leave it in order, one at a time, so that `cleared`
 * never overtakes `fired`. Lanes are independent of each other.
 */
export interface EventLanes {
  /** The number of events, with those that are taken. */
  readonly size: number;
  add(event: Pick<QueuedEvent, 'key' | 'event' | 'expiresAtMs'>): QueuedEvent;
  release(queued: QueuedEvent): void;
  /** Takes the first event of a lane that is ready. Lanes whose first event was never tried go first. */
  take(): QueuedEvent | undefined;
  /** Puts a taken event back at the beginning of its lane, which is ready again after a delay. */
  putBack(queued: QueuedEvent, delayMs: number): void;
  delete(queued: QueuedEvent): void;
  find(idempotencyKey: string): QueuedEvent | undefined;
  /** All events, oldest first. An event may be deleted while the caller iterates. */
  all(): Iterable<QueuedEvent>;
  /** The same, without the events that are taken. */
  waiting(): Iterable<QueuedEvent>;
  /** Cancels all delays. */
  stop(): void;
}

interface Lane {
  readonly alert: string;
  readonly events: Set<QueuedEvent>;
  taken: QueuedEvent | undefined;
  /** Cancels the delay of the first event. */
  cancelDelay: (() => void) | undefined;
}

/** @param onReady called when a delay is over. */
export function createEventLanes(clock: Clock, onReady: () => void): EventLanes {
  const events = new Set<QueuedEvent>();
  const byKey = new Map<string, QueuedEvent>();
  const lanes = new Map<string, Lane>();
  // An event that was never tried does not wait behind events that the receiver cannot digest.
  const untried = new Set<Lane>();
  const tried = new Set<Lane>();
  let isStopped = false;

  const laneOf = ({ event }: QueuedEvent): Lane | undefined => lanes.get(event.alert.key);

  /** Puts a lane into the set that it belongs to. A lane that is there already keeps its turn. */
  function sort(lane: Lane): void {
    const next = first(lane);
    const isReady = next?.isReleased === true && lane.taken === undefined && lane.cancelDelay === undefined;
    const target = !isReady ? undefined : next.attempts === 0 ? untried : tried;
    for (const set of [untried, tried]) if (set !== target) set.delete(lane);
    target?.add(lane);
    if (next === undefined) lanes.delete(lane.alert);
  }

  function endDelay(lane: Lane): void {
    lane.cancelDelay?.();
    lane.cancelDelay = undefined;
  }

  return {
    get size() {
      return events.size;
    },
    add(event) {
      const queued: QueuedEvent = { ...event, attempts: 0, isReleased: false };
      const alert = event.event.alert.key;
      const lane = lanes.get(alert) ?? { alert, events: new Set(), taken: undefined, cancelDelay: undefined };
      lanes.set(alert, lane);
      lane.events.add(queued);
      events.add(queued);
      byKey.set(event.event.idempotencyKey, queued);
      putInOrder(lane, queued);
      return queued;
    },
    release(queued) {
      queued.isReleased = true;
      const lane = laneOf(queued);
      // The event may have been dropped before it was durable.
      if (lane?.events.has(queued)) sort(lane);
    },
    take() {
      const [lane] = untried.size > 0 ? untried : tried;
      if (lane === undefined) return undefined;
      lane.taken = first(lane);
      sort(lane);
      return lane.taken;
    },
    putBack(queued, delayMs) {
      const lane = laneOf(queued);
      if (lane?.taken !== queued) return;
      lane.taken = undefined;
      if (delayMs > 0 && !isStopped)
        lane.cancelDelay = clock.schedule(() => {
          lane.cancelDelay = undefined;
          sort(lane);
          onReady();
        }, delayMs);
      sort(lane);
    },
    delete(queued) {
      const lane = laneOf(queued);
      if (!events.delete(queued) || lane === undefined) return;
      byKey.delete(queued.event.idempotencyKey);
      // A delay is that of the first event.
      if (lane.cancelDelay !== undefined && first(lane) === queued) endDelay(lane);
      lane.events.delete(queued);
      if (lane.taken === queued) lane.taken = undefined;
      sort(lane);
    },
    find: (idempotencyKey) => byKey.get(idempotencyKey),
    all: () => events,
    *waiting() {
      for (const queued of events) if (laneOf(queued)?.taken !== queued) yield queued;
    },
    stop() {
      isStopped = true;
      for (const lane of lanes.values()) endDelay(lane);
    },
  };
}

/** The facts of an event that the log shows. */
export function factsOf({ event }: Pick<QueuedEvent, 'event'>): Record<string, unknown> {
  return { event: event.kind, alert: event.alert.key, idempotencyKey: event.idempotencyKey };
}

/** Another member of a group may have raised an earlier event. It leaves the lane before the later ones. */
function putInOrder({ events, taken }: Lane, added: QueuedEvent): void {
  const order = orderOf(added);
  if (order === undefined) return;
  for (const each of [...events]) {
    if (each === added || each === taken || (orderOf(each) ?? 0) <= order) continue;
    events.delete(each);
    events.add(each);
  }
}

function orderOf({ event: { breach, kind } }: QueuedEvent): number | undefined {
  return breach === undefined ? undefined : 2 * breach + (kind === 'fired' ? 0 : 1);
}

function first({ events }: Lane): QueuedEvent | undefined {
  for (const queued of events) return queued;
  return undefined;
}
