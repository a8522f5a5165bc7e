import { createAlarm, type SetAlarm } from '../../core/polling/alarm.js';
import { backoff } from '../../core/polling/backoff.js';
import type { Clock } from '../../core/shared/clock.js';
import type { Alert, AlertEvent } from '../alerts/alert.js';
import { factsOf, type MonitorLog } from '../log/monitor-log.js';
import { attempt, type AttemptOutcome, type FailedAttempt } from './attempt.js';
import type { Channel, ChannelStatus } from './channel.js';
import { healthAfterFailure, HEALTHY, isOutage, MAX_RETRY_DELAY_MS } from './channel-health.js';
import { createDigest } from './digest.js';
import { EventGroups } from './event-groups.js';
import { EventLanes, orderOf, type Outgoing, type QueuedEvent } from './event-lanes.js';
import { textOf, type KeptEvent } from './kept-event.js';

/** The most events that wait for one channel. A further event pushes out the oldest. */
const MAX_QUEUED = 10_000;

/** When an attempt fails, older events are dropped. */
const MAX_AGE_MS = 24 * 3_600_000;

/**
 * For this long after the first failure, or after a failure that follows a long pause, no event is dropped for its age.
 * The process may have just started, or the computer may have slept, and the network may come up later.
 */
const GRACE_MS = 600_000;

/** Longer than the pauses between failures in an outage: a receiver may ask for a delay of 1 h. */
const LONG_PAUSE_MS = 2 * 3_600_000;

// An object that begins with a spread is slow to read, and each delivery reads all waiting events.
const NEVER_TRIED = { isSaved: false, failures: 0, notBeforeMs: 0 };

export interface ChannelQueueOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: MonitorLog;
  readonly onChanged: () => void;
  /** Until the start, events wait. `ChannelQueue.wake` has to be called when it changes. */
  readonly isStarted: () => boolean;
  /** Returns the firing alerts whose rules send to a channel. */
  readonly firing: (channel: string) => readonly Alert[];
  /**
   * Stores a text under a key that begins with `delivery/`; deletes the key if the text is `undefined`. All writes of
   * one turn of the event loop become one atomic batch. The journal keeps and repeats writes that fail.
   */
  readonly write: (key: string, text: string | undefined, isNew?: boolean) => void;
  readonly onDelivered?: ((event: AlertEvent, channel: string) => void) | undefined;
  readonly group?: (() => DeliveryGroup | undefined) | undefined;
}

export interface DeliveryGroup {
  /** Whether this member delivers and repeats. `Deliveries.wake` has to be called when it changes. */
  delivers(): boolean;
  isFinished(idempotencyKey: string, channel: string): boolean;
  /** Called when this member has delivered an event, or has given it up as the member that delivers. */
  onFinished(idempotencyKey: string, channel: string): void;
  /** Called when this member has delivered an event to all but these recipients of a channel. */
  onPartial(idempotencyKey: string, channel: string, recipientsLeft: readonly string[]): void;
  /** Records, if this member delivers, that a channel must not get an event, even if another member has it. */
  onGivenUp(idempotencyKey: string, channel: string): void;
}

/**
 * Keeps the events that wait for one channel, and delivers them by one call at a time. So a process that is killed has
 * at most one message in flight, and a repetition never arrives after the `cleared` event of its alert.
 */
export class ChannelQueue {
  readonly #options: ChannelQueueOptions;
  readonly #name: string;
  readonly #lanes = new EventLanes();
  readonly #setAlarm: SetAlarm;
  #channel: Channel;
  #groups: EventGroups | undefined;
  #isStopped = false;
  #running: Promise<void> | undefined;
  #ending = new AbortController();
  #health = HEALTHY;
  /** When the firing alerts are due to be sent again, monotonic. */
  #repeatAtMs = 0;
  /** The events of the message in flight. A full queue does not drop them. */
  #inFlight: ReadonlySet<QueuedEvent> = new Set();
  readonly #counts = { delivered: 0, failed: 0, dropped: 0 };
  /** When an attempt last failed, and until when no event is dropped for its age. Monotonic. */
  #failedAtMs = -Infinity;
  #graceEndsMs = 0;

  constructor(channel: Channel, options: ChannelQueueOptions) {
    this.#options = options;
    this.#name = channel.name;
    this.#channel = channel;
    this.#groups = channel.group && new EventGroups(this.#lanes, channel.group);
    this.#setAlarm = createAlarm(options.clock, () => this.wake());
  }

  get #monitorGroup(): DeliveryGroup | undefined {
    return this.#options.group?.();
  }

  get channel(): Channel {
    return this.#channel;
  }

  /** Aborts when the current channel is replaced or the queue ends. */
  get signal(): AbortSignal {
    return this.#ending.signal;
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

  *events(): Iterable<AlertEvent> {
    for (const { event } of this.#lanes.all) yield event;
  }

  knows(idempotencyKey: string): boolean {
    const isFinished = this.#monitorGroup?.isFinished(idempotencyKey, this.#name) === true;
    return isFinished || this.#lanes.find(idempotencyKey) !== undefined;
  }

  /** Whether the channel gets no repetition of an alert: it wants none, an event of the alert waits, or the queue is full. */
  leavesOut(alertKey: string): boolean {
    const { sendRepeated = true } = this.#channel;
    return !sendRepeated || this.#lanes.allOf(alertKey).length > 0 || this.#lanes.size >= MAX_QUEUED;
  }

  /**
   * Whether a further event would push out another one. In an outage the queue does not count as full, because events
   * for several channels must not wait for a receiver that fails.
   */
  get isFull(): boolean {
    return this.#lanes.size >= MAX_QUEUED && !isOutage(this.#health);
  }

  /** Adds an event. @returns a function that allows its delivery */
  add({ key, event, queuedAt, recipientsLeft }: KeptEvent): () => void {
    const { clock, onChanged } = this.#options;
    if (this.#lanes.size >= MAX_QUEUED) this.#dropOldest();
    // The age is read from the wall clock once: a jump of the clock while the process runs has no effect.
    const expiresAtMs = clock.monotonic() + MAX_AGE_MS - Math.max(0, clock.now() - queuedAt);
    const queued: QueuedEvent = { key, event, queuedAt, recipientsLeft, expiresAtMs, ...NEVER_TRIED };
    this.#lanes.add(queued);
    onChanged();
    return () => {
      queued.isSaved = true;
      this.wake();
    };
  }

  /**
   * Removes an event, or all its recipients but these, because another monitor has delivered it or given it up.
   * @returns whether this changed the queue
   */
  discard(idempotencyKey: string, recipientsLeft: readonly string[] = []): boolean {
    const queued = this.#lanes.find(idempotencyKey);
    const known = queued?.recipientsLeft;
    const left = recipientsLeft.filter((recipient) => known?.includes(recipient) !== false);
    if (queued === undefined || left.length === known?.length) return false;
    this.#keepFor(queued, left);
    this.#options.onChanged();
    this.wake();
    return true;
  }

  /**
   * Discards the events of an alert if all of them are earlier than this event of the group. If the queue has this
   * event or a later one, it keeps all of them and delivers them in order.
   */
  discardBefore(alertKey: string, breach: number, kind: AlertEvent['kind']): void {
    const lane = this.#lanes.allOf(alertKey);
    const isEarlier = ({ event }: QueuedEvent): boolean =>
      event.breach !== undefined && orderOf(event) < orderOf({ breach, kind });
    if (!lane.every(isEarlier)) return;
    for (const { event } of lane) {
      this.#monitorGroup?.onGivenUp(event.idempotencyKey, this.#name);
      this.discard(event.idempotencyKey);
    }
  }

  wake(): void {
    const { clock, isStarted, onChanged } = this.#options;
    const mayDeliver = isStarted() && !this.#isStopped && this.#monitorGroup?.delivers() !== false;
    if (!mayDeliver || this.#running !== undefined) return;
    const next = this.#next(clock.monotonic());
    if (typeof next === 'number') this.#setAlarm(next);
    else
      this.#running = next().finally(() => {
        this.#running = undefined;
        onChanged();
        this.wake();
      });
  }

  /** Continues with another channel of the same name. A running call is aborted, and begins again. */
  replace(channel: Channel): void {
    this.#channel = channel;
    this.#groups = channel.group && new EventGroups(this.#lanes, channel.group);
    // The delays belong to the previous channel.
    for (const queued of this.#lanes.all) queued.notBeforeMs = 0;
    this.#health = HEALTHY;
    this.#repeatAtMs = 0;
    this.abort();
    this.#options.onChanged();
    this.wake();
  }

  /** Begins no further call. @returns a promise that resolves when the running call has ended */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#setAlarm(Infinity);
    await this.#running;
  }

  abort(): void {
    const previous = this.#ending;
    this.#ending = new AbortController();
    previous.abort();
  }

  remove(): void {
    void this.stop();
    for (const queued of this.#lanes.all) this.#drop(queued, 'channel-removed');
    this.abort();
  }

  /** Returns the next call, or the monotonic time when to ask again; `Infinity` if time alone brings no call. */
  #next(nowMs: number): (() => Promise<void>) | number {
    const { heldUntilMs } = this.#health;
    if (nowMs < heldUntilMs) return heldUntilMs;
    const { repeat, repeatMs = Infinity } = this.#channel;
    if (repeat !== undefined && nowMs >= this.#repeatAtMs) {
      this.#repeatAtMs = nowMs + repeatMs;
      const alerts = this.#options.firing(this.#name);
      if (alerts.length > 0) return () => this.#repeat(alerts);
    }
    const next = this.#groups?.next(nowMs) ?? this.#lanes.next(nowMs);
    if (typeof next !== 'number') return () => this.#deliver(next);
    return repeat === undefined ? next : Math.min(next, this.#repeatAtMs);
  }

  async #repeat(alerts: readonly Alert[]): Promise<void> {
    const outcome = await this.#attempt((signal) => (this.#channel as Required<Channel>).repeat(alerts, { signal }));
    if (outcome.kind !== 'failed') return;
    const facts = { channel: this.#name, error: outcome.message, retryMs: this.#heldMs() };
    this.#options.log('warn', 'repeat-failed', facts);
  }

  async #deliver(outgoing: Outgoing): Promise<void> {
    const { events, by } = outgoing;
    const [first, ...others] = events.map(({ event }) => event) as [AlertEvent, ...AlertEvent[]];
    const number = 1 + events.reduce((most, { failures }) => Math.max(most, failures), 0);
    const digest = by && createDigest([first, ...others], by, number);
    const about = digest
      ? { event: 'digest', events: events.length, idempotencyKey: digest.idempotencyKey }
      : factsOf(first);
    const facts = { channel: this.#name, ...about, attempt: number };
    this.#inFlight = new Set(events);
    // A message goes to all recipients if one of its events does.
    const isForAll = events.some((queued) => queued.recipientsLeft === undefined);
    const recipientsLeft = isForAll ? undefined : [...new Set(events.flatMap((queued) => queued.recipientsLeft ?? []))];
    const outcome = await this.#attempt((signal) =>
      digest === undefined
        ? this.#channel.deliver({ event: first, attempt: number }, { signal, recipientsLeft })
        : (this.#channel as Required<Channel>).deliverDigest(digest, { signal, recipientsLeft }),
    );
    this.#inFlight = new Set();
    if (outcome.kind === 'aborted') return;
    const { log } = this.#options;
    if (outcome.kind === 'failed') {
      if (outcome.recipientsLeft?.length !== 0) return this.#failed(outgoing, outcome, facts);
      log('warn', 'recipients-refused', { ...facts, error: outcome.message });
    }
    this.#groups?.delivered();
    this.#counts.delivered += events.length;
    for (const queued of events) this.#delivered(queued);
    log('debug', 'delivered', facts);
  }

  /** Calls the channel. An aborted call does not change the health. */
  async #attempt(work: (signal: AbortSignal) => unknown): Promise<AttemptOutcome> {
    const { clock, random } = this.#options;
    const limits = { clock, timeoutMs: this.#channel.timeoutMs, signal: this.#ending.signal };
    const outcome = await attempt(async (ending) => {
      // `#running` has to be set before the call: a channel may replace the channels, or dispose of the monitor.
      await Promise.resolve();
      // If the channel was replaced meanwhile, the call belongs to the previous one.
      ending.throwIfAborted();
      return work(ending);
    }, limits);
    if (outcome.kind === 'failed' && outcome.recipientsLeft === undefined)
      this.#health = healthAfterFailure(this.#health, outcome, { nowMs: clock.monotonic(), random });
    else if (outcome.kind !== 'aborted') this.#health = HEALTHY;
    return outcome;
  }

  #failed(outgoing: Outgoing, outcome: FailedAttempt, facts: { readonly attempt: number }): void {
    const { clock, random, log } = this.#options;
    const { events, by } = outgoing;
    const nowMs = clock.monotonic();
    if (outcome.recipientsLeft === undefined) this.#counts.failed += events.length;
    const retryMs = Math.max(outcome.retryAfterMs, backoff(facts.attempt, random, MAX_RETRY_DELAY_MS));
    // Another monitor may have delivered some of the events meanwhile.
    for (const queued of events.filter((each) => this.#lanes.has(each))) {
      queued.failures += 1;
      queued.notBeforeMs = nowMs + retryMs;
      if (outcome.recipientsLeft !== undefined) this.#delivered(queued, outcome.recipientsLeft);
      else if (outcome.isFinal && by === undefined) this.#drop(queued, 'refused');
    }
    if (nowMs - this.#failedAtMs > LONG_PAUSE_MS) this.#graceEndsMs = nowMs + GRACE_MS;
    this.#failedAtMs = nowMs;
    // The oldest event is first.
    for (const queued of this.#lanes.all) {
      if (Math.max(queued.expiresAtMs, this.#graceEndsMs) > nowMs) break;
      this.#drop(queued, 'expired');
    }
    this.#groups?.failed(outgoing, outcome);
    const waitMs = Math.round(Math.max(retryMs, this.#heldMs()));
    if (events.some((queued) => this.#lanes.has(queued)))
      log('warn', 'delivery-failed', { ...facts, error: outcome.message, retryMs: waitMs });
  }

  #delivered(queued: QueuedEvent, recipientsLeft: readonly string[] = []): void {
    const { event } = queued;
    if (queued.recipientsLeft === undefined) this.#options.onDelivered?.(event, this.#name);
    this.#keepFor(queued, recipientsLeft);
    if (recipientsLeft.length > 0) this.#monitorGroup?.onPartial(event.idempotencyKey, this.#name, recipientsLeft);
    else this.#monitorGroup?.onFinished(event.idempotencyKey, this.#name);
  }

  #heldMs(): number {
    return Math.max(0, Math.round(this.#health.heldUntilMs - this.#options.clock.monotonic()));
  }

  #dropOldest(): void {
    for (const queued of this.#lanes.all) if (!this.#inFlight.has(queued)) return this.#drop(queued, 'queue-full');
  }

  #drop(queued: QueuedEvent, reason: 'refused' | 'expired' | 'queue-full' | 'channel-removed'): void {
    const { event } = queued;
    this.#counts.dropped += 1;
    this.#keepFor(queued, []);
    // Another member may still deliver an event if this one does not deliver now, or if its channel was removed.
    const isGivenUp = reason !== 'channel-removed' && this.#monitorGroup?.delivers() === true;
    if (isGivenUp) this.#monitorGroup?.onFinished(event.idempotencyKey, this.#name);
    const facts = { channel: this.#name, ...factsOf(event), reason, error: this.#health.lastError };
    this.#options.log('error', 'delivery-dropped', facts);
  }

  #keepFor(queued: QueuedEvent, recipients: readonly string[]): void {
    const isKept = recipients.length > 0;
    if (isKept) this.#lanes.separate(queued, recipients);
    else this.#lanes.delete(queued);
    this.#options.write(queued.key, isKept ? textOf(queued) : undefined);
  }
}
