import type { Clock } from '../../core/shared/clock.js';
import type { DropLog, DropReason } from './drop-log.js';
import type { EventLanes, QueuedEvent } from './event-lanes.js';

/** Gives up events of the queue of one channel. */
export interface EventDrops {
  /** The number of events that were given up. */
  readonly count: number;
  /** @param error why the last attempt failed */
  drop(queued: QueuedEvent, reason: DropReason, error: string | undefined): void;
  /** Drops the waiting events that are too old. */
  dropExpired(error: string | undefined): void;
  dropOldest(error: string | undefined): void;
  dropAll(reason: DropReason, error: string | undefined): void;
}

export interface EventDropsParts {
  readonly clock: Clock;
  readonly lanes: EventLanes;
  readonly log: DropLog;
  /** Called with an event that was dropped. */
  readonly onSettled: (dropped: QueuedEvent) => void;
}

export function createEventDrops({ clock, lanes, log, onSettled }: EventDropsParts): EventDrops {
  let count = 0;

  const drop: EventDrops['drop'] = (queued, reason, error) => {
    count += 1;
    lanes.delete(queued);
    onSettled(queued);
    log.add(queued, reason, error);
  };

  return {
    get count() {
      return count;
    },
    drop,
    dropExpired(error) {
      const nowMs = clock.monotonic();
      // The events are in the order of age.
      for (const queued of lanes.waiting()) {
        if (queued.expiresAtMs > nowMs) return;
        drop(queued, 'expired', error);
      }
    },
    dropOldest(error) {
      for (const queued of lanes.waiting()) return drop(queued, 'queue-full', error);
    },
    dropAll(reason, error) {
      for (const queued of lanes.all()) drop(queued, reason, error);
    },
  };
}
