import { createAlarm } from '../../core/polling/alarm.js';
import { backoff } from '../../core/polling/backoff.js';
import type { Clock } from '../../core/shared/clock.js';
import type { Alert } from '../alerts/alert.js';
import type { MonitorLog } from '../log/monitor-log.js';
import type { FailedAttempt } from './attempt.js';
import { createAttempts } from './attempts.js';
import { createChannelHealth, MAX_RETRY_DELAY_MS } from './channel-health.js';
import type { ChannelStatus } from './channel.js';
import type { DeliveryLimits } from './delivery-limits.js';
import { createDropLog } from './drop-log.js';
import { createEventDrops } from './event-drops.js';
import { createEventLanes, factsOf, type QueuedEvent } from './event-lanes.js';
import type { KeptEvent } from './kept-event.js';
import type { CheckedChannel } from './read-channels.js';
import { createRepeater } from './repeater.js';

export interface ChannelQueueParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: MonitorLog;
  readonly limits: DeliveryLimits;
  readonly onChanged: () => void;
  /** Called with the key of an event that was delivered or dropped. */
  readonly onSettled: (key: string) => void;
  readonly firing: (channel: string) => readonly Alert[];
}

/** The events that wait for one channel, and their delivery. */
export interface ChannelQueue {
  readonly channel: CheckedChannel;
  /** Adds an event. @returns a function that lets it be delivered */
  add(kept: KeptEvent): () => void;
  /** Begins to deliver and to repeat. */
  start(): void;
  /** Sends to another channel of the same name. Running attempts abort and begin again. */
  replace(channel: CheckedChannel): void;
  readonly status: ChannelStatus;
  /** Begins no further attempt. @returns a promise that resolves when the running attempts have ended */
  stop(): Promise<void>;
  /** Aborts the running attempts. */
  abort(): void;
  /** Ends the queue and drops its events. */
  remove(): void;
}

/** A kept event gets this long after a restart, however old it is: the network may come up later than the process. */
const GRACE_MS = 600_000;

export function createChannelQueue(first: CheckedChannel, parts: ChannelQueueParts): ChannelQueue {
  const { clock, random, log, limits, onChanged, onSettled } = parts;
  const lanes = createEventLanes(clock, () => deliverNext());
  const alarm = createAlarm(clock, () => deliverNext());
  const running = new Set<Promise<void>>();
  let channel = first;
  let ending = new AbortController();
  let phase: 'waiting' | 'started' | 'stopped' = 'waiting';
  const health = createChannelHealth({ clock, random });
  const attempts = createAttempts(clock, () => deliverNext());
  const dropLog = createDropLog(clock, log, first.name);
  const drops = createEventDrops({ clock, lanes, log: dropLog, onSettled });
  const counts = { delivered: 0, failed: 0 };

  const repeater = createRepeater({
    clock,
    timeoutMs: limits.timeoutMs,
    heldUntilMs: health.heldUntilMs,
    alerts: () => parts.firing(channel.name),
    onEnded(outcome) {
      if (outcome.kind === 'failed')
        log('warn', 'repeat-failed', { channel: channel.name, error: outcome.message, retryMs: failed(outcome) });
      if (outcome.kind === 'done') health.succeeded();
      onChanged();
      deliverNext();
    },
  });

  function deliverNext(): void {
    while (phase === 'started' && !repeater.isRunning && running.size < allowed()) {
      if (clock.monotonic() < health.heldUntilMs()) return alarm.set(health.heldUntilMs());
      const event = lanes.take();
      if (event === undefined) return;
      const delivery = deliver(event).finally(() => {
        running.delete(delivery);
        deliverNext();
      });
      running.add(delivery);
    }
  }

  function allowed(): number {
    return Math.min(health.isOutage ? 1 : limits.concurrency, attempts.room);
  }

  async function deliver(queued: QueuedEvent): Promise<void> {
    const { event } = queued;
    queued.attempts += 1;
    const number = queued.attempts;
    const current = ending;
    const outcome = await attempts.run((signal) => channel.deliver({ event, attempt: number }, { signal }), {
      timeoutMs: channel.timeoutMs ?? limits.timeoutMs,
      signal: current.signal,
    });
    const facts = { channel: channel.name, ...factsOf(queued), attempt: number };
    if (outcome.kind === 'done') {
      counts.delivered += 1;
      health.succeeded();
      lanes.delete(queued);
      onSettled(queued.key);
      log('debug', 'delivered', facts);
    } else if (outcome.kind === 'aborted' || current !== ending) {
      queued.attempts -= 1;
      lanes.putBack(queued, 0);
    } else {
      const channelMs = failed(outcome);
      const error = outcome.message;
      if (outcome.isFinal) drops.drop(queued, 'refused', error);
      else if (queued.expiresAtMs <= clock.monotonic()) drops.drop(queued, 'expired', error);
      else {
        const retryMs = Math.max(outcome.retryAfterMs, backoff(number, { random, maxMs: MAX_RETRY_DELAY_MS }));
        lanes.putBack(queued, retryMs);
        log('warn', 'delivery-failed', { ...facts, error, retryMs: Math.round(Math.max(retryMs, channelMs)) });
      }
      drops.dropExpired(health.lastError);
    }
    onChanged();
  }

  /** @returns the delay before the channel gets any event, milliseconds */
  function failed(outcome: FailedAttempt): number {
    counts.failed += 1;
    return health.failed(outcome);
  }

  function end(): void {
    phase = 'stopped';
    lanes.stop();
    alarm.set(Infinity);
    repeater.stop();
    attempts.stop();
  }

  return {
    get channel() {
      return channel;
    },
    add({ key, event, queuedAt }) {
      // Wall-clock times are compared once. A clock that jumps while the process runs has no effect.
      const ageMs = Math.max(0, clock.now() - queuedAt);
      const expiresAtMs = clock.monotonic() + Math.max(limits.maxAgeMs - ageMs, Math.min(GRACE_MS, limits.maxAgeMs));
      if (lanes.size >= limits.queuedEvents) drops.dropOldest(health.lastError);
      const queued = lanes.add({ key, event, expiresAtMs });
      onChanged();
      return () => {
        lanes.release(queued);
        deliverNext();
      };
    },
    start() {
      if (phase !== 'waiting') return;
      phase = 'started';
      repeater.start(channel);
      deliverNext();
    },
    replace(next) {
      channel = next;
      const previous = ending;
      ending = new AbortController();
      health.reset();
      repeater.stop();
      previous.abort();
      if (phase === 'started') repeater.start(channel);
      onChanged();
      deliverNext();
    },
    get status() {
      return {
        name: channel.name,
        queued: lanes.size,
        ...counts,
        dropped: drops.count,
        failuresInARow: health.failuresInARow,
        ...(health.lastError === undefined ? {} : { lastError: health.lastError }),
      };
    },
    async stop() {
      end();
      await Promise.all(running);
      dropLog.flush();
    },
    abort: () => ending.abort(),
    remove() {
      end();
      drops.dropAll('channel-removed', health.lastError);
      dropLog.flush();
      ending.abort();
    },
  };
}
