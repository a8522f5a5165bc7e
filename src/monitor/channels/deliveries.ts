import type { StoredValue } from '../../persistence/engine.js';
import type { AlertEvent } from '../alerts/alert.js';
import { factsOf } from '../log/monitor-log.js';
import { attempt } from './attempt.js';
import { checkChannels, type Channel, type ChannelStatus } from './channel.js';
import { ChannelQueue, type ChannelQueueOptions } from './channel-queue.js';
import { keyOf, readKeptEvent, textOf } from './kept-event.js';
import { testChannels, type TestAlertOptions, type TestResult } from './test-alert.js';

export interface DeliveriesOptions extends Omit<ChannelQueueOptions, 'isStarted'> {
  readonly channels: readonly Channel[];
}

/** An event that is not delivered yet: it is in a queue, or held while its alert is quiet. */
export interface WaitingEvent {
  readonly event: AlertEvent;
  /** Absent for all channels. */
  readonly channels?: readonly string[] | undefined;
}

const DISPOSE_MS = 1000;

/**
 * The queues of all channels. They give these guarantees:
 * 1. An event reaches each of its channels at least once, under one idempotency key, also after a restart.
 * 2. The events of one alert reach a channel in order. Events of different alerts are independent.
 * 3. A failed attempt is repeated with backoff, until the event is too old, refused, or pushed out of a full queue.
 * 4. A channel that throws, hangs, or ignores its signal delays no other channel. Its queue is bounded.
 */
export class Deliveries {
  readonly #options: ChannelQueueOptions;
  #queues = new Map<string, ChannelQueue>();
  #statuses: readonly ChannelStatus[] | undefined;
  #sequence = 0;
  #isStarted = false;

  /** @throws FleetError `invalid-request`, whose `issues` name each invalid member of a channel */
  constructor(options: DeliveriesOptions) {
    this.#options = {
      ...options,
      isStarted: () => this.#isStarted,
      onChanged: () => {
        this.#statuses = undefined;
        options.onChanged();
      },
    };
    this.#useChannels(options.channels);
  }

  /** A new array after each change. */
  get statuses(): readonly ChannelStatus[] {
    return (this.#statuses ??= Object.freeze(Array.from(this.#queues.values(), ({ status }) => Object.freeze(status))));
  }

  /** Puts a kept event of an earlier process into its queue. To be called before `start`. */
  restore(value: StoredValue): void {
    const { key } = value;
    if (!key.startsWith('delivery/')) return;
    const { log, write } = this.#options;
    const kept = readKeptEvent(value);
    if (kept === undefined) {
      log('error', 'delivery-unreadable', { key: key.slice(0, 200) });
      return write(key, undefined);
    }
    const { channel, event, sequence } = kept;
    this.#sequence = Math.max(this.#sequence, sequence + 1);
    const queue = this.#queues.get(channel);
    if (queue?.knows(event.idempotencyKey) === false) queue.add(kept)();
    else write(key, undefined);
    if (queue === undefined)
      log('error', 'delivery-dropped', { channel, ...factsOf(event), reason: 'channel-removed' });
  }

  /** Begins to deliver and to repeat. Before, events wait in the queues. */
  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /**
   * Adds an event to the queues of the named channels, and calls `write` for each before it returns. An unknown name is
   * logged. An event that a queue has, or that the group has delivered, is not added again. A repetition is left out
   * while an earlier event of its alert waits, and if the channel wants none.
   * @param names `undefined` for all channels
   * @returns a function that lets the event be delivered. The monitor calls it when the event is durable, or when its
   *   save has failed.
   */
  enqueue(event: AlertEvent, names: readonly string[] = [...this.#queues.keys()]): () => void {
    const releases = [...new Set(names)].flatMap((name) => this.#enqueueFor(name, event) ?? []);
    return () => releases.forEach((release) => release());
  }

  hasRoom(names: readonly string[] = [...this.#queues.keys()]): boolean {
    return names.every((name) => this.#queues.get(name)?.isFull !== true);
  }

  /** Whether an event waits in a queue, or was delivered or given up by the group. */
  knows(idempotencyKey: string): boolean {
    return Array.from(this.#queues.values()).some((queue) => queue.knows(idempotencyKey));
  }

  /** Tells the group that no member delivers an event. */
  giveUp({ event, channels = [...this.#queues.keys()] }: WaitingEvent): void {
    for (const name of channels) this.#options.group?.()?.onGivenUp(event.idempotencyKey, name);
  }

  waiting(): Iterable<WaitingEvent> {
    const events = new Map<string, { readonly event: AlertEvent; readonly channels: string[] }>();
    for (const [channel, queue] of this.#queues)
      for (const event of queue.events()) {
        const known = events.get(event.idempotencyKey);
        if (known === undefined) events.set(event.idempotencyKey, { event, channels: [channel] });
        else known.channels.push(channel);
      }
    return events.values();
  }

  discard(idempotencyKey: string, channel: string, recipientsLeft?: readonly string[]): boolean {
    return this.#queues.get(channel)?.discard(idempotencyKey, recipientsLeft) === true;
  }

  discardBefore(alertKey: string, breach: number, kind: AlertEvent['kind']): void {
    for (const queue of this.#queues.values()) queue.discardBefore(alertKey, breach, kind);
  }

  wake(): void {
    for (const queue of this.#queues.values()) queue.wake();
  }

  setChannels(channels: readonly Channel[]): void {
    this.#useChannels(channels);
    this.#options.onChanged();
  }

  test(options?: TestAlertOptions): Promise<readonly TestResult[]> {
    return testChannels(this.#queues, options, this.#options);
  }

  /**
   * Begins no further delivery, and disposes of the channels. Running deliveries get `ms` milliseconds, then their
   * signals abort. `write` may be called until the promise resolves. The promise never rejects.
   */
  async drain(ms: number): Promise<void> {
    const queues = [...this.#queues.values()];
    const stopped = Promise.all(queues.map((queue) => queue.stop()));
    await attempt(() => stopped, { clock: this.#options.clock, timeoutMs: ms });
    for (const queue of queues) queue.abort();
    await stopped;
    await Promise.all(queues.map(({ channel }) => this.#dispose(channel)));
  }

  #useChannels(given: readonly Channel[]): void {
    const channels = checkChannels(given);
    const old = this.#queues;
    this.#queues = new Map(
      channels.map((channel) => [channel.name, old.get(channel.name) ?? new ChannelQueue(channel, this.#options)]),
    );
    for (const [name, queue] of old) {
      const replaced = queue.channel;
      const next = channels.find((channel) => channel.name === name);
      if (next === undefined) queue.remove();
      else if (next !== replaced) queue.replace(next);
      if (!channels.includes(replaced)) void this.#dispose(replaced);
    }
    this.wake();
  }

  #enqueueFor(name: string, event: AlertEvent): (() => void) | undefined {
    const queue = this.#queues.get(name);
    const { idempotencyKey } = event;
    if (queue === undefined) {
      this.#options.log('warn', 'channel-unknown', { channel: name, idempotencyKey });
      return undefined;
    }
    if (queue.knows(idempotencyKey)) return undefined;
    if (event.kind === 'repeated' && queue.leavesOut(event.alert.key)) return undefined;
    const kept = { key: keyOf(name, this.#sequence++), event, queuedAt: this.#options.clock.now() };
    const release = queue.add(kept);
    this.#options.write(kept.key, textOf(kept), true);
    return release;
  }

  async #dispose(channel: Channel): Promise<void> {
    const { clock, log } = this.#options;
    const outcome = await attempt(() => channel.dispose?.(), { clock, timeoutMs: DISPOSE_MS });
    if (outcome.kind !== 'failed') return;
    log('warn', 'channel-dispose-failed', { channel: channel.name, error: outcome.message });
  }
}
