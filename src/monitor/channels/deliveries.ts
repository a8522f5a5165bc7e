import type { AlertEvent } from '../alerts/alert.js';
import type { MonitorLog } from '../log/monitor-log.js';
import { attempt } from './attempt.js';
import type { ChannelStatus } from './channel.js';
import { createChannelQueue } from './channel-queue.js';
import type { ChannelQueue, ChannelQueueParts } from './channel-queue-interface.js';
import type { Deliveries, DeliveriesOptions, WaitingEvent } from './deliveries-interface.js';
import { DEFAULT_LIMITS } from './delivery-limits.js';
import { createDropLog, type DropLog } from './drop-log.js';
import { keyOf, readKeptEvent, textOf, type KeptEvent, type ReadKeptEvent } from './kept-event.js';
import { readChannels, type CheckedChannel } from './read-channels.js';
import { readTestOptions, testChannels } from './test-channels.js';

/** Channels get this long to release their connections. */
const DISPOSE_MS = 1000;

/**
 * Makes the queues of all channels.
 *
 * 1. An event reaches each of its channels at least once, under one idempotency key, also after a restart.
 * 2. The events of one alert reach a channel in order. Events of different alerts are independent.
 * 3. A failed attempt is repeated with backoff, until the event is too old, refused, or pushed out of a full queue.
 * 4. A channel that throws, hangs, or ignores its signal delays no other channel. Its memory is bounded.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid member of a channel
 */
export function createDeliveries(options: DeliveriesOptions): Deliveries {
  const { clock, random, limits, group } = options;
  const log: MonitorLog = (...event) => quietly(() => options.log(...event));
  const parts: ChannelQueueParts = {
    clock,
    random,
    log,
    limits: { ...DEFAULT_LIMITS, ...limits },
    onChanged: changed,
    onSettled,
    delivers: () => group?.delivers() !== false,
    firing: (channel) => quietly(() => options.firing(channel)) ?? [],
  };
  /** The logs of channels that have kept events of an earlier process, and are gone. */
  const goneChannels = new Map<string, DropLog>();
  let queues = new Map<string, ChannelQueue>();
  let statuses: readonly ChannelStatus[] | undefined;
  let sequence = 0;
  let isStarted = false;
  let draining: Promise<void> | undefined;

  function changed(): void {
    statuses = undefined;
    quietly(options.onChanged);
  }

  function onSettled({ key, event }: Pick<KeptEvent, 'key' | 'event'>, channel: string): void {
    write(key, undefined);
    // A member that does not deliver gives up events only because its own queue is full.
    if (group?.delivers() === true) group.onSettled(event.idempotencyKey, channel);
  }

  function write(key: string, text: string | undefined): void {
    quietly(() => options.write(key, text));
  }

  function setChannels(given: readonly unknown[]): void {
    const channels = readChannels(given);
    const previous = queues;
    queues = new Map(channels.map((channel) => [channel.name, previous.get(channel.name) ?? createQueue(channel)]));
    const kept = new Set(channels.map((channel) => channel.given));
    for (const queue of previous.values()) {
      const replaced = queue.channel;
      const next = channels.find(({ name }) => name === replaced.name);
      if (next === undefined) queue.remove();
      else if (next.given !== replaced.given) queue.replace(next);
      if (!kept.has(replaced.given)) void dispose(replaced);
    }
    changed();
  }

  function createQueue(channel: CheckedChannel): ChannelQueue {
    const queue = createChannelQueue(channel, parts);
    if (isStarted) queue.start();
    return queue;
  }

  /** Drops a kept event of a channel that is gone. */
  function dropRestored(kept: ReadKeptEvent): void {
    const { channel } = kept;
    const dropLog = goneChannels.get(channel) ?? createDropLog(clock, log, channel);
    goneChannels.set(channel, dropLog);
    dropLog.add(kept, 'channel-removed', undefined);
    write(kept.key, undefined);
  }

  function endRestore(): void {
    for (const dropLog of goneChannels.values()) dropLog.flush();
    goneChannels.clear();
  }

  async function dispose(channel: CheckedChannel): Promise<void> {
    const { signal } = new AbortController();
    const outcome = await attempt(() => channel.dispose?.(), { clock, timeoutMs: DISPOSE_MS, signal });
    if (outcome.kind === 'failed')
      log('warn', 'channel-dispose-failed', { channel: channel.name, error: outcome.message });
  }

  async function drain(ms: number): Promise<void> {
    endRestore();
    const all = [...queues.values()];
    const stopped = Promise.all(all.map((queue) => queue.stop()));
    const { signal } = new AbortController();
    await attempt(() => stopped, { clock, timeoutMs: ms, signal });
    for (const queue of all) queue.abort();
    await stopped;
    await Promise.all(all.map(({ channel }) => dispose(channel)));
  }

  setChannels(options.channels);

  return {
    restore(values) {
      for (const value of values) {
        const kept = readKeptEvent(value);
        if (kept === undefined) {
          log('error', 'delivery-unreadable', { key: value.key.slice(0, 200) });
          write(value.key, undefined);
          continue;
        }
        sequence = Math.max(sequence, kept.sequence + 1);
        const queue = queues.get(kept.channel);
        if (queue !== undefined) queue.add(kept)();
        else dropRestored(kept);
      }
    },
    start() {
      if (isStarted || draining !== undefined) return;
      isStarted = true;
      endRestore();
      for (const queue of queues.values()) queue.start();
    },
    enqueue(event, names = [...queues.keys()]) {
      const releases = [...new Set(names)].flatMap((name) => {
        const queue = queues.get(name);
        if (queue === undefined) {
          log('warn', 'channel-unknown', { channel: name, idempotencyKey: event.idempotencyKey });
          return [];
        }
        if (group !== undefined && (queue.has(event.idempotencyKey) || group.isSettled(event.idempotencyKey, name)))
          return [];
        const kept = { key: keyOf(name, sequence++), event, queuedAt: clock.now() };
        const release = queue.add(kept);
        write(kept.key, textOf(kept));
        return [release];
      });
      return () => releases.forEach((release) => release());
    },
    waiting: () => waitingEvents(queues.values()),
    settle(idempotencyKey, channel) {
      const key = queues.get(channel)?.settle(idempotencyKey);
      if (key !== undefined) write(key, undefined);
    },
    wake() {
      for (const queue of queues.values()) queue.wake();
    },
    setChannels,
    get statuses() {
      return (statuses ??= Object.freeze([...queues.values()].map(({ status }) => Object.freeze(status))));
    },
    async test(testOptions = {}) {
      const { names, signal } = readTestOptions(testOptions, [...queues.keys()]);
      const tested = names.flatMap((name) => queues.get(name)?.channel ?? []);
      return testChannels(tested, { clock, random, timeoutMs: parts.limits.timeoutMs, signal });
    },
    drain: (ms) => (draining ??= drain(ms)),
  };
}

function waitingEvents(queues: Iterable<ChannelQueue>): Iterable<WaitingEvent> {
  const events = new Map<string, { readonly event: AlertEvent; readonly channels: string[] }>();
  for (const { channel, events: waiting } of queues)
    for (const event of waiting()) {
      const known = events.get(event.idempotencyKey);
      if (known === undefined) events.set(event.idempotencyKey, { event, channels: [channel.name] });
      else known.channels.push(channel.name);
    }
  return events.values();
}

/** Runs a function of the caller. An error of a log or a view must not end a delivery. */
function quietly<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}
