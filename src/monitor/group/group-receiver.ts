import type { Clock } from '../../core/shared/clock.js';
import type { AlertAdopter } from './adopt-alerts.js';
import type { Breach, Breaches } from './breaches.js';
import type { SharedSilence } from '../quiet/silences.js';
import { readGroupMessage, type SharedBreach, type SharedEvent } from './group-messages.js';
import type { GroupSender } from './group-sender.js';

export interface GroupReceiverOptions {
  readonly clock: Clock;
  readonly breaches: Breaches;
  readonly finished: FinishedEvents;
  readonly adopter: AlertAdopter;
  readonly sender: GroupSender;
  /** Another member has raised an event. @param isNew whether this member did not know of the change */
  readonly onEvent: (event: SharedEvent, isNew: boolean) => void;
  /** An event needs no delivery to a channel any more. */
  readonly onFinished: (idempotencyKey: string, channel: string) => void;
  /** Another member has told of this breach of an alert, or of an event of it. */
  readonly onBreach: (alertKey: string, breach: Breach) => void;
  /** Another member tells of a silence. */
  readonly onSilence: (silence: SharedSilence) => void;
  /** Runs a task that changes alerts. */
  readonly commit: (change: () => void) => void;
  /** Another member has told all that it knows. */
  readonly onSynced: () => void;
}

/** Makes the function that applies the messages of other members. */
export function createGroupReceiver(
  options: GroupReceiverOptions,
): (value: unknown, from: string, ageMs: number) => void {
  const { clock, breaches, finished, adopter, sender, commit } = options;

  function apply({ key, breach, firing, raised }: SharedBreach, from: string, nowThere: number): void {
    const isNew = breaches.advance(key, breach);
    if (isNew && !breach.isFiring) adopter.cleared(key);
    if (isNew && firing !== undefined) adopter.fired(firing, from, nowThere);
    if (raised !== undefined) take(raised, from, isNew);
    else if (isNew) options.onBreach(key, breach);
  }

  /** Puts an event of another member into the queues, and tells the member of the channels that have it. */
  function take(shared: SharedEvent, from: string, isNew: boolean): void {
    const { idempotencyKey } = shared.event;
    const channels = finished.channelsOf(idempotencyKey);
    if (channels.length > 0)
      sender.finished(
        channels.map((channel) => [idempotencyKey, channel] as const),
        from,
      );
    options.onEvent(shared, isNew);
    const { key } = shared.event.alert;
    const last = breaches.get(key);
    if (last !== undefined) options.onBreach(key, last);
  }

  return (value, from, ageMs) => {
    const message = readGroupMessage(value, clock.now());
    if (message === undefined) return;
    switch (message.kind) {
      case 'ask':
        return sender.all(from);
      case 'finished':
        for (const [key, channel] of message.finished) {
          finished.add(key, channel);
          options.onFinished(key, channel);
        }
        return;
      case 'silences':
        return commit(() => message.silences.forEach((silence) => options.onSilence(silence)));
      case 'events':
        return commit(() => message.events.forEach((event) => take(event, from, false)));
      case 'breaches': {
        const staysOwn = breaches.useSeries(message.series, message.floor);
        if (staysOwn && message.series !== breaches.series) sender.series(from);
        commit(() => message.breaches.forEach((each) => apply(each, from, message.now + ageMs)));
        if (message.isLast === true) options.onSynced();
      }
    }
  };
}

/** The events that need no delivery to a channel any more, as far as this member knows. Its memory is bounded. */
export type FinishedEvents = ReturnType<typeof createFinishedEvents>;

/** About 10 MB. Queues hold fewer events. */
const MAX_EVENTS = 50_000;

/** Events in queues are younger: older ones are dropped. */
const MAX_AGE_MS = 48 * 3_600_000;

export function createFinishedEvents(clock: Clock) {
  /** By key, oldest first. The time is monotonic. */
  const finished = new Map<string, { readonly channels: readonly string[]; readonly atMs: number }>();
  const channelsOf = (idempotencyKey: string): readonly string[] => finished.get(idempotencyKey)?.channels ?? [];

  return {
    has: (idempotencyKey: string, channel: string) => channelsOf(idempotencyKey).includes(channel),
    /** The channels that need no delivery of an event any more. */
    channelsOf,
    add(idempotencyKey: string, channel: string) {
      const channels = channelsOf(idempotencyKey);
      if (channels.includes(channel)) return;
      const nowMs = clock.monotonic();
      finished.delete(idempotencyKey);
      finished.set(idempotencyKey, { channels: [...channels, channel], atMs: nowMs });
      for (const [key, { atMs }] of finished) {
        if (finished.size <= MAX_EVENTS && nowMs - atMs < MAX_AGE_MS) return;
        finished.delete(key);
      }
    },
  };
}
