import { Alarm } from '../../core/polling/alarm.js';
import { backoff } from '../../core/polling/backoff.js';
import type { Clock } from '../../core/shared/clock.js';
import type { Alert, AlertEvent } from '../alerts/alert.js';
import type { MonitorLog } from '../log/monitor-log.js';
import { attempt, type AttemptOutcome, type FailedAttempt } from './attempt.js';
import type { Channel, ChannelStatus } from './channel.js';
import {
  healthAfterFailure,
  healthAfterSuccess,
  HEALTHY,
  heldUntilMs,
  isOutage,
  MAX_RETRY_DELAY_MS,
} from './channel-health.js';
import { createDigest, type Digest } from './digest.js';
import { DropLog, factsOf, type DropReason } from './drop-log.js';
import { EventGroups, type Outgoing } from './event-groups.js';
import { EventLanes, type QueuedEvent } from './event-lanes.js';
import type { KeptEvent } from './kept-event.js';

/** The most events that wait for one channel. A further event pushes out the oldest. */
const MAX_QUEUED = 10_000;

/** How many events one channel gets at the same time. */
const CONCURRENCY = 4;

/** The deadline of an attempt. */
export const TIMEOUT_MS = 10_000;

/** An event that is older when an attempt fails is dropped. */
const MAX_AGE_MS = 24 * 3_600_000;

export interface DeliveryQueueParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: MonitorLog;
  readonly onChanged: () => void;
  readonly onFinished: (finished: Pick<KeptEvent, 'key' | 'event'>, channel: string) => void;
  readonly onDelivered: (event: AlertEvent, channel: string) => void;
  readonly delivers: () => boolean;
  /** Returns the firing alerts whose rules send to a channel, oldest first. */
  readonly firing: (channel: string) => readonly Alert[];
}

/** A kept event gets this long after a restart, however old it is: the network may come up later than the process. */
const GRACE_MS = 600_000;

/** The events that wait for one channel, and their delivery. */
export class DeliveryQueue {
  readonly #parts: DeliveryQueueParts;
  readonly #name: string;
  readonly #lanes = new EventLanes();
  readonly #drops: DropLog;
  readonly #alarm: Alarm;
  readonly #running = new Set<Promise<void>>();
  /** Goes on where the last search for an event to push out has ended: an attempt may run for thousands of events. */
  #oldest: Iterator<QueuedEvent> | undefined;
  #channel: Channel;
  #groups: EventGroups | undefined;
  #phase: 'waiting' | 'started' | 'stopped' = 'waiting';
  /** Ends the attempts of the current channel. */
  #ending = new AbortController();
  #health = HEALTHY;
  #counts = { delivered: 0, failed: 0, dropped: 0 };
  /** When the firing alerts are due to be sent again, monotonic. */
  #repeatAtMs = 0;
  /** No event is delivered meanwhile: a repetition that arrives after `cleared` would raise the alert again. */
  #isRepeating = false;

  constructor(channel: Channel, parts: DeliveryQueueParts) {
    const { clock, log } = parts;
    this.#parts = parts;
    this.#name = channel.name;
    this.#channel = channel;
    this.#groups = channel.group && new EventGroups(this.#lanes, channel.group);
    this.#drops = new DropLog(clock, log, channel.name);
    this.#alarm = new Alarm(clock, () => this.wake());
  }

  get channel(): Channel {
    return this.#channel;
  }

  get status(): ChannelStatus {
    const { failuresInARow, lastError } = this.#health;
    return {
      name: this.#name,
      queued: this.#lanes.size,
      ...this.#counts,
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
    return this.#lanes.hasAlert(alertKey) || this.#lanes.size >= MAX_QUEUED;
  }

  /** Whether a further event has to wait elsewhere. The queue of a receiver that fails delays no other one. */
  get isFull(): boolean {
    return this.#lanes.size >= MAX_QUEUED && !isOutage(this.#health);
  }

  /** Adds an event. @returns a function that lets it be delivered */
  add({ key, event, queuedAt }: KeptEvent): () => void {
    const { clock, onChanged } = this.#parts;
    // Wall-clock times are compared once. A clock that jumps while the process runs has no effect.
    const ageMs = Math.max(0, clock.now() - queuedAt);
    const leftMs = Math.max(MAX_AGE_MS - ageMs, GRACE_MS);
    if (this.#lanes.size >= MAX_QUEUED) this.#dropOldest();
    const expiresAtMs = clock.monotonic() + leftMs;
    const queued: QueuedEvent = { key, event, expiresAtMs, state: 'saving', attempts: 0, notBeforeMs: 0 };
    this.#lanes.add(queued);
    onChanged();
    return () => {
      queued.state = 'waiting';
      this.wake();
    };
  }

  /** Removes an event that another monitor has delivered or given up. @returns its key in the state */
  discard(idempotencyKey: string): string | undefined {
    const queued = this.#lanes.find(idempotencyKey);
    if (queued === undefined) return undefined;
    this.#lanes.delete(queued);
    this.#parts.onChanged();
    this.wake();
    return queued.key;
  }

  /** Begins to deliver and to repeat. */
  start(): void {
    if (this.#phase !== 'waiting') return;
    this.#phase = 'started';
    this.wake();
  }

  /** Delivers what may be delivered now. To be called when `DeliveryQueueParts.delivers` may have changed. */
  wake(): void {
    const { clock, delivers } = this.#parts;
    if (this.#phase !== 'started' || this.#isRepeating || !delivers()) return;
    const heldMs = heldUntilMs(this.#health);
    if (clock.monotonic() < heldMs) return this.#alarm.set(heldMs);
    if (clock.monotonic() >= this.#nextRepeatMs) this.#repeat();
    if (!this.#isRepeating) this.#deliverReady();
  }

  /** Sends to another channel of the same name. Running attempts abort and begin again. */
  replace(channel: Channel): void {
    this.#channel = channel;
    this.#groups = channel.group && new EventGroups(this.#lanes, channel.group);
    this.#health = HEALTHY;
    this.#repeatAtMs = 0;
    this.#isRepeating = false;
    this.abort();
    this.#parts.onChanged();
    this.wake();
  }

  /** Begins no further attempt. @returns a promise that resolves when the running attempts have ended */
  async stop(): Promise<void> {
    this.#end();
    await Promise.all(this.#running);
    this.#drops.flush();
  }

  abort(): void {
    const previous = this.#ending;
    this.#ending = new AbortController();
    previous.abort();
  }

  remove(): void {
    this.#end();
    for (const queued of this.#lanes.all) this.#drop(queued, 'channel-removed');
    this.#drops.flush();
    this.abort();
  }

  get #nextRepeatMs(): number {
    return this.#channel.repeat === undefined ? Infinity : this.#repeatAtMs;
  }

  #end(): void {
    this.#phase = 'stopped';
    this.#alarm.set(Infinity);
  }

  #deliverReady(): void {
    const allowed = isOutage(this.#health) ? 1 : CONCURRENCY;
    this.#alarm.set(this.#nextRepeatMs);
    while (this.#running.size < allowed) {
      const next = this.#next(this.#parts.clock.monotonic());
      if (typeof next === 'number') return this.#alarm.set(Math.min(next, this.#nextRepeatMs));
      const delivery = this.#deliver(next).finally(() => {
        this.#running.delete(delivery);
        this.wake();
      });
      this.#running.add(delivery);
    }
  }

  /** Returns what leaves next, or the time when something may be ready. */
  #next(nowMs: number): Outgoing | number {
    if (this.#groups !== undefined) return this.#groups.next(nowMs);
    const next = this.#lanes.next(nowMs);
    return typeof next === 'number' ? next : { events: [next] };
  }

  async #deliver(outgoing: Outgoing): Promise<void> {
    const { events, by } = outgoing;
    for (const queued of events) {
      queued.state = 'running';
      queued.attempts += 1;
    }
    const attemptNumber = events.reduce((most, { attempts }) => Math.max(most, attempts), 0);
    const ending = this.#ending;
    const channel = this.#channel;
    const given = events.map(({ event }) => event);
    const digest = by && createDigest(given, by, attemptNumber);
    const outcome = await this.#attempt((signal) =>
      digest === undefined
        ? channel.deliver({ event: given[0] as AlertEvent, attempt: attemptNumber }, { signal })
        : channel.deliverDigest?.(digest, { signal }),
    );
    for (const queued of events) queued.state = 'waiting';
    this.#oldest = undefined;
    const facts = { channel: this.#name, ...(digest ? digestFacts(digest) : factsOf(given[0] as AlertEvent)) };
    if (outcome.kind === 'done') this.#delivered(events, { ...facts, attempt: attemptNumber });
    else if (outcome.kind === 'failed' && ending === this.#ending)
      this.#failed(outgoing, outcome, { ...facts, attempt: attemptNumber });
    // Another channel, or the next process, begins again.
    else for (const queued of events) queued.attempts -= 1;
    this.#parts.onChanged();
  }

  #attempt(work: (signal: AbortSignal) => unknown): Promise<AttemptOutcome> {
    const { timeoutMs = TIMEOUT_MS } = this.#channel;
    return attempt(work, { clock: this.#parts.clock, timeoutMs, signal: this.#ending.signal });
  }

  #delivered(events: Outgoing['events'], facts: Facts): void {
    this.#counts.delivered += events.length;
    this.#health = healthAfterSuccess(this.#health);
    for (const queued of events) {
      this.#parts.onDelivered(queued.event, this.#name);
      this.#finish(queued);
    }
    this.#parts.log('debug', 'delivered', facts);
  }

  #failed({ events, by }: Outgoing, outcome: FailedAttempt, facts: Facts): void {
    const { clock, random, log } = this.#parts;
    const channelMs = this.#countFailure(outcome);
    const isExpired = ({ expiresAtMs }: QueuedEvent): boolean => expiresAtMs <= clock.monotonic();
    const delayMs = backoff(Number(facts['attempt']), { random, maxMs: MAX_RETRY_DELAY_MS });
    const retryMs = Math.max(outcome.retryAfterMs, delayMs);
    for (const queued of events) {
      if (outcome.isFinal && by === undefined) this.#drop(queued, 'refused');
      else if (isExpired(queued)) this.#drop(queued, 'expired');
      else queued.notBeforeMs = clock.monotonic() + retryMs;
    }
    this.#groups?.retry(clock.monotonic() + retryMs);
    if (outcome.isFinal && by !== undefined) this.#groups?.halve(events);
    if (events.some((queued) => this.#lanes.has(queued)))
      log('warn', 'delivery-failed', {
        ...facts,
        error: outcome.message,
        retryMs: Math.round(Math.max(retryMs, channelMs)),
      });
    this.#dropExpired();
  }

  /** @returns the delay before the channel gets anything, milliseconds */
  #countFailure(outcome: FailedAttempt): number {
    const { clock, random } = this.#parts;
    const nowMs = clock.monotonic();
    this.#counts.failed += 1;
    this.#health = healthAfterFailure(this.#health, outcome, { nowMs, random });
    return Math.max(0, Math.round(heldUntilMs(this.#health) - nowMs));
  }

  /** Sends the firing alerts again, for a receiver that forgets them. */
  #repeat(): void {
    const { clock, firing } = this.#parts;
    this.#repeatAtMs = clock.monotonic() + (this.#channel.repeatMs ?? Infinity);
    const alerts = firing(this.#name);
    if (alerts.length === 0) return;
    this.#isRepeating = true;
    const ending = this.#ending;
    const channel = this.#channel;
    void this.#attempt((signal) => channel.repeat?.(alerts, { signal })).then((outcome) => {
      if (ending === this.#ending) this.#repeated(outcome);
    });
  }

  #repeated(outcome: AttemptOutcome): void {
    this.#isRepeating = false;
    if (outcome.kind === 'done') this.#health = healthAfterSuccess(this.#health);
    if (outcome.kind === 'failed') {
      const facts = { error: outcome.message, retryMs: this.#countFailure(outcome) };
      this.#parts.log('warn', 'repeat-failed', { channel: this.#name, ...facts });
    }
    this.#parts.onChanged();
    this.wake();
  }

  #dropOldest(): void {
    this.#oldest ??= this.#lanes.all[Symbol.iterator]();
    for (let next = this.#oldest.next(); next.done !== true; next = this.#oldest.next())
      if (next.value.state !== 'running') return this.#drop(next.value, 'queue-full');
    this.#oldest = undefined;
  }

  /** Drops the waiting events that are too old. The events are in the order of age. */
  #dropExpired(): void {
    const nowMs = this.#parts.clock.monotonic();
    for (const queued of this.#lanes.all) {
      if (queued.expiresAtMs > nowMs) return;
      if (queued.state !== 'running') this.#drop(queued, 'expired');
    }
  }

  #drop(queued: QueuedEvent, reason: DropReason): void {
    this.#counts.dropped += 1;
    this.#finish(queued);
    this.#drops.add(queued.event, reason, this.#health.lastError);
  }

  #finish(queued: QueuedEvent): void {
    this.#lanes.delete(queued);
    this.#parts.onFinished(queued, this.#name);
  }
}

type Facts = Readonly<Record<string, unknown>>;

function digestFacts({ idempotencyKey, events }: Digest): Facts {
  return { event: 'digest', events: events.length, idempotencyKey };
}
