import { createAlarm } from '../../core/polling/alarm.js';
import { backoff } from '../../core/polling/backoff.js';
import type { FailedAttempt } from './attempt.js';
import { createAttempts } from './attempts.js';
import { createChannelHealth, MAX_RETRY_DELAY_MS } from './channel-health.js';
import type { ChannelQueue, ChannelQueueParts } from './channel-queue-interface.js';
import { createDropLog } from './drop-log.js';
import { createEventDrops } from './event-drops.js';
import { createEventLanes, factsOf, type QueuedEvent } from './event-lanes.js';
import type { KeptEvent } from './kept-event.js';
import type { CheckedChannel } from './read-channels.js';
import { createRepeater } from './repeater.js';

/** A kept event gets this long after a restart, however old it is: the network may come up later than the process. */
const GRACE_MS = 600_000;

export function createChannelQueue(first: CheckedChannel, parts: ChannelQueueParts): ChannelQueue {
  const { clock, random, log, limits, onChanged, delivers } = parts;
  const onSettled = (queued: Pick<KeptEvent, 'key' | 'event'>): void => parts.onSettled(queued, first.name);
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
    delivers,
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
    while (phase === 'started' && delivers() && !repeater.isRunning && running.size < allowed()) {
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
      onSettled(queued);
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
    settle(idempotencyKey) {
      const queued = lanes.find(idempotencyKey);
      if (queued === undefined) return undefined;
      lanes.delete(queued);
      onChanged();
      deliverNext();
      return queued.key;
    },
    has: (idempotencyKey) => lanes.find(idempotencyKey) !== undefined,
    *events() {
      for (const { event } of lanes.all()) yield event;
    },
    wake() {
      if (phase === 'started') repeater.wake();
      deliverNext();
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
