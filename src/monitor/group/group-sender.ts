import type { Clock } from '../../core/shared/clock.js';
import type { AlertTable } from '../alerts/alert-table.js';
import type { AlertState } from '../alerts/step-alert.js';
import type { WaitingEvent } from '../channels/deliveries.js';
import type { SharedSilence } from '../quiet/silences.js';
import type { Breach, Breaches } from './breaches.js';
import type {
  GroupMessage,
  NumberedEvent,
  FinishedEvent,
  SharedAlert,
  SharedBreach,
  SharedEvent,
} from './group-messages.js';

/** Sends the messages of a member. */
export type GroupSender = ReturnType<typeof createGroupSender>;

export interface GroupSenderOptions {
  readonly send: (message: GroupMessage, to?: string) => void;
  readonly breaches: Breaches;
  readonly table: AlertTable;
  /** The events that wait until their alerts are not quiet any more. */
  readonly held: () => Iterable<WaitingEvent>;
  /** The events in the queues. */
  readonly waiting: () => Iterable<WaitingEvent>;
  readonly silences: () => readonly SharedSilence[];
  readonly clock: Clock;
}

/** One message has at most about 100 kB. */
const PART = 100;

export function createGroupSender({ send, breaches, table, held, waiting, silences, clock }: GroupSenderOptions) {
  /** The waiting events in front of this one were sent again. */
  let lastSent = 0;
  let silencesSent = 0;

  function sendBreaches(some: readonly SharedBreach[], isLast: boolean, to?: string): void {
    const { series, floor } = breaches;
    send({ kind: 'breaches', series, floor, now: clock.now(), breaches: some, ...(isLast && { isLast }) }, to);
  }

  function sendEvents(events: readonly SharedEvent[], to?: string): void {
    for (let at = 0; at < events.length; at += PART) send({ kind: 'events', events: events.slice(at, at + PART) }, to);
  }

  /** An event from before the monitor joined a group has no number. It is delivered by this member. */
  const shared = (events: Iterable<WaitingEvent>, isSent: boolean): SharedEvent[] =>
    [...events].flatMap(({ event, channels }) =>
      event.breach === undefined ? [] : [{ event: event as NumberedEvent, channels, isSent }],
    );

  function describe(key: string, breach: Breach): SharedBreach {
    const state = breach.isFiring ? table.get(key) : undefined;
    return { key, breach, ...(state?.alert.state === 'firing' && { firing: sharedAlert(state) }) };
  }

  return {
    /** Tells all members that an alert has changed. */
    changed: (key: string, breach: Breach, raised: SharedEvent) =>
      sendBreaches([{ ...describe(key, breach), raised }], false),
    silence: (silence: SharedSilence) => send({ kind: 'silences', silences: [silence] }),
    finished: (events: readonly FinishedEvent[], to?: string) => send({ kind: 'finished', finished: events }, to),
    /** Sends all that this member knows. */
    all(to?: string) {
      // A receiver must not send what is silenced.
      for (const silence of silences()) send({ kind: 'silences', silences: [silence] }, to);
      // The events come before the breaches: a receiver then puts those of an alert into its queues in order.
      sendEvents([...shared(held(), false), ...shared(waiting(), true)], to);
      const known = Array.from(breaches.entries(), ([key, breach]) => describe(key, breach));
      for (let at = 0; at <= known.length; at += PART)
        sendBreaches(known.slice(at, at + PART), at + PART > known.length, to);
    },
    /** Tells the series of numbers that this member uses. */
    series: (to: string) => sendBreaches([], false, to),
    /** Sends the next waiting events again. */
    someEvents() {
      const events = shared(waiting(), true);
      if (lastSent >= events.length) lastSent = 0;
      sendEvents(events.slice(lastSent, lastSent + PART));
      lastSent += PART;
    },
    /** Sends the next silence again: the message may have been lost. */
    nextSilence() {
      const all = silences();
      const silence = all[silencesSent++ % all.length];
      if (silence !== undefined) send({ kind: 'silences', silences: [silence] });
    },
    ask: () => send({ kind: 'ask' }),
  };
}

function sharedAlert({ alert, fingerprint, channels, subject }: AlertState): SharedAlert {
  return { alert, fingerprint, channels, subject };
}
