import { backoff } from '../../core/polling/backoff.js';
import type { AlertEvent } from '../alerts/alert.js';
import type { FailedAttempt } from './attempt.js';
import type { Channel, ChannelStatus } from './channel.js';
import { isOutage, MAX_RETRY_DELAY_MS } from './channel-health.js';
import { ChannelWorker, type ChannelCall, type ChannelWorkerOptions } from './channel-worker.js';
import { createDigest, type Digest } from './digest.js';
import { factsOf, type DropLog, type DropReason } from './drop-log.js';
import { EventGroups } from './event-groups.js';
import { EventLanes, orderOf, type Outgoing, type QueuedEvent } from './event-lanes.js';
import type { KeptEvent } from './kept-event.js';

/** The most events that wait for one channel. A further event pushes out the oldest. */
const MAX_QUEUED = 10_000;

/** An event that is older when an attempt fails is dropped. */
const MAX_AGE_MS = 24 * 3_600_000;

/** A kept event gets this long after a restart, however old it is: the network may come up later than the process. */
const GRACE_MS = 600_000;

export interface DeliveryQueueParts extends Omit<ChannelWorkerOptions, 'next'> {
  readonly drops: DropLog;
  /** @param reason absent for a delivered event */
  readonly onFinished: (finished: Pick<KeptEvent, 'key' | 'event'>, channel: string, reason?: DropReason) => void;
  readonly onDelivered: (event: AlertEvent, channel: string) => void;
}

/** The events that wait for one channel. */
export class DeliveryQueue {
  /** Sends them. */
  readonly worker: ChannelWorker;
  readonly #parts: DeliveryQueueParts;
  readonly #name: string;
  readonly #lanes = new EventLanes();
  #groups: EventGroups | undefined;
  /** The events of the message under way. They are not pushed out. */
  #sent: ReadonlySet<QueuedEvent> = new Set();
  #delivered = 0;
  #dropped = 0;

  constructor(channel: Channel, parts: DeliveryQueueParts) {
    this.#parts = parts;
    this.#name = channel.name;
    this.#groups = channel.group && new EventGroups(this.#lanes, channel.group);
    this.worker = new ChannelWorker(channel, { ...parts, next: (nowMs) => this.#next(nowMs) });
  }

  get status(): ChannelStatus {
    const { failed, health } = this.worker;
    const { failuresInARow, lastError } = health;
    return {
      name: this.#name,
      queued: this.#lanes.size,
      delivered: this.#delivered,
      failed,
      dropped: this.#dropped,
      failuresInARow,
      ...(lastError !== undefined && { lastError }),
    };
  }

  /** The events that wait, oldest first. */
  *events(): Iterable<AlertEvent> {
    for (const { event } of this.#lanes.all) yield event;
  }

  has(idempotencyKey: string): boolean {
    return this.#lanes.find(idempotencyKey) !== undefined;
  }

  /** Whether an event of an alert waits, or the queue is full. A repetition then says nothing new, or pushes out an event. */
  hasNoRoomFor(alertKey: string): boolean {
    return this.#lanes.allOf(alertKey).length > 0 || this.#lanes.size >= MAX_QUEUED;
  }

  /** Whether a further event has to wait elsewhere. The queue of a receiver that fails delays no other one. */
  get isFull(): boolean {
    return this.#lanes.size >= MAX_QUEUED && !isOutage(this.worker.health);
  }

  /** The events of an alert, if all of them are earlier than this one. */
  before(alertKey: string, breach: number, kind: AlertEvent['kind']): readonly QueuedEvent[] {
    const lane = this.#lanes.allOf(alertKey);
    return lane.every(({ event }) => event.breach !== undefined && orderOf(event) < orderOf({ breach, kind }))
      ? lane
      : [];
  }

  /** Adds an event. @returns a function that lets it be delivered */
  add({ key, event, queuedAt }: KeptEvent): () => void {
    const { clock, onChanged } = this.#parts;
    // Wall-clock times are compared once. A clock that jumps while the process runs has no effect.
    const ageMs = Math.max(0, clock.now() - queuedAt);
    const leftMs = Math.max(MAX_AGE_MS - ageMs, GRACE_MS);
    if (this.#lanes.size >= MAX_QUEUED) this.#dropOldest();
    const expiresAtMs = clock.monotonic() + leftMs;
    const queued: QueuedEvent = { key, event, expiresAtMs, isSaved: false, failures: 0, notBeforeMs: 0 };
    this.#lanes.add(queued);
    onChanged();
    return () => {
      queued.isSaved = true;
      this.worker.wake();
    };
  }

  /** Removes an event that another monitor has delivered or given up. @returns its key in the state */
  discard(idempotencyKey: string): string | undefined {
    const queued = this.#lanes.find(idempotencyKey);
    if (queued === undefined) return undefined;
    this.#lanes.delete(queued);
    this.#parts.onChanged();
    this.worker.wake();
    return queued.key;
  }

  /** Sends to another channel of the same name. */
  replace(channel: Channel): void {
    this.#groups = channel.group && new EventGroups(this.#lanes, channel.group);
    // The delay belongs to the previous channel.
    for (const queued of this.#lanes.all) queued.notBeforeMs = 0;
    this.worker.replace(channel);
  }

  remove(): void {
    void this.worker.stop();
    for (const queued of this.#lanes.all) this.#drop(queued, 'channel-removed');
    this.worker.abort();
  }

  #next(nowMs: number): ChannelCall | number {
    const next = this.#groups?.next(nowMs) ?? this.#lanes.next(nowMs);
    return typeof next === 'number' ? next : this.#call(next);
  }

  #call(outgoing: Outgoing): ChannelCall {
    const { events, by } = outgoing;
    const [first, ...others] = events.map(({ event }) => event) as [AlertEvent, ...AlertEvent[]];
    const attempt = 1 + events.reduce((most, { failures }) => Math.max(most, failures), 0);
    const digest = by && createDigest([first, ...others], by, attempt);
    const facts = { channel: this.#name, ...(digest ? digestFacts(digest) : factsOf(first)), attempt };
    this.#sent = new Set(events);
    return {
      run: (channel, signal) =>
        digest === undefined
          ? channel.deliver({ event: first, attempt }, { signal })
          : channel.deliverDigest?.(digest, { signal }),
      done: () => this.#done(events, facts),
      failed: (outcome, heldMs) => this.#failed(outgoing, outcome, { ...facts, error: outcome.message }, heldMs),
    };
  }

  #done(events: Outgoing['events'], facts: Facts): void {
    this.#sent = new Set();
    this.#delivered += events.length;
    this.#groups?.delivered();
    for (const queued of events) {
      this.#parts.onDelivered(queued.event, this.#name);
      this.#finish(queued);
    }
    this.#parts.log('debug', 'delivered', facts);
  }

  #failed(outgoing: Outgoing, outcome: FailedAttempt, facts: Facts, heldMs: number): void {
    const { clock, random, log } = this.#parts;
    const { events, by } = outgoing;
    this.#sent = new Set();
    const nowMs = clock.monotonic();
    const delayMs = backoff(Number(facts['attempt']), random, MAX_RETRY_DELAY_MS);
    const retryMs = Math.max(outcome.retryAfterMs, delayMs);
    for (const queued of events) {
      queued.failures += 1;
      queued.notBeforeMs = nowMs + retryMs;
      if (outcome.isFinal && by === undefined) this.#drop(queued, 'refused');
    }
    // The events are in the order of age.
    for (const queued of this.#lanes.all) {
      if (queued.expiresAtMs > nowMs) break;
      this.#drop(queued, 'expired');
    }
    this.#groups?.failed(outgoing, outcome, nowMs + retryMs);
    if (events.some((queued) => this.#lanes.has(queued)))
      log('warn', 'delivery-failed', { ...facts, retryMs: Math.round(Math.max(retryMs, heldMs)) });
  }

  #dropOldest(): void {
    for (const queued of this.#lanes.all) if (!this.#sent.has(queued)) return this.#drop(queued, 'queue-full');
  }

  #drop(queued: QueuedEvent, reason: DropReason): void {
    this.#dropped += 1;
    this.#finish(queued, reason);
    this.#parts.drops.add(this.#name, queued.event, reason, this.worker.health.lastError);
  }

  #finish(queued: QueuedEvent, reason?: DropReason): void {
    this.#lanes.delete(queued);
    this.#parts.onFinished(queued, this.#name, reason);
  }
}

type Facts = Readonly<Record<string, unknown>>;

function digestFacts({ idempotencyKey, events }: Digest): Facts {
  return { event: 'digest', events: events.length, idempotencyKey };
}
