import type { Clock } from '../../core/shared/clock.js';
import type { AlertTable } from '../alerts/alert-table.js';
import type { Deliveries, WaitingEvent } from '../channels/deliveries.js';
import type { QuietStep } from '../quiet/quiet-step.js';
import type { SharedSilence, Silences } from '../quiet/silences.js';
import type { Breach, Breaches } from './breaches.js';
import type { GroupMessage, NumberedEvent, SharedBreach, SharedEvent } from './group-messages.js';

export interface GroupSenderOptions {
  readonly clock: Clock;
  readonly table: AlertTable;
  readonly quiet: QuietStep;
  readonly silences: Silences;
  readonly deliveries: Deliveries;
}

/** The most entries of one message, about 100 kB. */
const PART = 100;

export class GroupSender {
  readonly send: (message: GroupMessage, to?: string) => void;
  readonly #options: GroupSenderOptions;
  readonly #breaches: Breaches;
  /** The indices of the waiting event and of the silence that are sent again next. */
  #nextEvent = 0;
  #nextSilence = 0;

  constructor(options: GroupSenderOptions, breaches: Breaches, send: (message: GroupMessage, to?: string) => void) {
    this.#options = options;
    this.#breaches = breaches;
    this.send = send;
  }

  sendChange(key: string, breach: Breach, raised: SharedEvent): void {
    this.sendBreaches([{ ...this.#describe(key, breach), raised }], false);
  }

  sendSilence(silence: SharedSilence, to?: string): void {
    this.send({ kind: 'silences', silences: [silence] }, to);
  }

  /** @param to the member that asked; absent for all members. Only the answer to a member ends with `isLast`. */
  sendAll(to?: string): void {
    const { quiet, silences, deliveries } = this.#options;
    // A receiver must know the silences before the events.
    for (const silence of silences.shared) this.sendSilence(silence, to);
    // The events come before the breaches, so that a receiver queues the events of an alert in order.
    this.#sendEvents([...sharedEvents(quiet.held, false), ...sharedEvents(deliveries.waiting(), true)], to);
    const known = Array.from(this.#breaches.entries(), ([key, breach]) => this.#describe(key, breach));
    for (let at = 0; at <= known.length; at += PART)
      this.sendBreaches(known.slice(at, at + PART), to !== undefined && at + PART > known.length, to);
  }

  sendSomeEvents(): void {
    const events = sharedEvents(this.#options.deliveries.waiting(), true);
    if (this.#nextEvent >= events.length) this.#nextEvent = 0;
    this.#sendEvents(events.slice(this.#nextEvent, this.#nextEvent + PART));
    this.#nextEvent += PART;
  }

  /** Sends the next silence again: the message may have been lost. */
  sendNextSilence(): void {
    const { shared } = this.#options.silences;
    const silence = shared[this.#nextSilence++ % shared.length];
    if (silence !== undefined) this.sendSilence(silence);
  }

  sendBreaches(breaches: readonly SharedBreach[], isLast: boolean, to?: string): void {
    const now = this.#options.clock.now();
    this.send({ kind: 'breaches', ...this.#breaches.sequence, now, breaches, ...(isLast && { isLast }) }, to);
  }

  #sendEvents(events: readonly SharedEvent[], to?: string): void {
    for (let at = 0; at < events.length; at += PART)
      this.send({ kind: 'events', events: events.slice(at, at + PART) }, to);
  }

  #describe(key: string, breach: Breach): SharedBreach {
    const state = breach.isFiring ? this.#options.table.get(key) : undefined;
    if (state?.alert.state !== 'firing') return { key, breach };
    const { alert, fingerprint, channels, subject } = state;
    return { key, breach, firing: { alert, fingerprint, channels, subject } };
  }
}

/** An event from before the monitor joined a group has no number, so it is not shared: only this member delivers it. */
function sharedEvents(events: Iterable<WaitingEvent>, isSent: boolean): SharedEvent[] {
  return [...events].flatMap(({ event, channels }) =>
    event.breach === undefined ? [] : [{ event: event as NumberedEvent, channels, isSent }],
  );
}
