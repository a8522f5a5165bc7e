import * as v from 'valibot';
import { isObject } from '../../core/shared/is-object.js';
import type { AlertEvent } from '../alerts/alert.js';
import { alertSchema, firingAlert, texts, time } from '../alerts/alert-texts.js';
import type { AlertState } from '../alerts/step-alert.js';
import type { WaitingEvent } from '../channels/deliveries.js';
import { eventMembers } from '../channels/kept-event.js';
import { readSilence, type SharedSilence } from '../quiet/silences.js';
import { isBreach, isBreachNumber, type Breach } from './breaches.js';

/** The facts of an alert that another member needs to go on with it. Its times are those of the sender's clock. */
export type SharedAlert = Pick<AlertState, 'alert' | 'fingerprint' | 'channels' | 'subject'>;

export interface SharedEvent extends WaitingEvent {
  readonly event: NumberedEvent;
  /** Whether the event is in the queues of the sender, because its alert is not quiet there. */
  readonly isSent?: boolean | undefined;
}

export type NumberedEvent = AlertEvent & { readonly breach: number };

/** The last breach of an alert key, and the alert if it fires at the sender. */
export interface SharedBreach {
  readonly key: string;
  readonly breach: Breach;
  readonly firing?: SharedAlert | undefined;
  readonly raised?: SharedEvent | undefined;
}

/** The content of a message between monitors. Alerts and events contain no secret. */
export type GroupMessage =
  /** Changes of breaches. An answer to `ask` has all breaches of the sender, in parts; the last part has `isLast`. */
  | {
      readonly kind: 'breaches';
      readonly series: string;
      readonly floor: number;
      /** The sender's wall clock, Unix milliseconds. */
      readonly now: number;
      readonly breaches: readonly SharedBreach[];
      readonly isLast?: boolean | undefined;
    }
  /** Events that wait for delivery at the sender. */
  | { readonly kind: 'events'; readonly events: readonly SharedEvent[] }
  /** Events that need no delivery to a channel any more, or only to some of its recipients. */
  | { readonly kind: 'finished'; readonly finished: readonly FinishedEvent[] }
  /** Silences, with those that ended early. */
  | { readonly kind: 'silences'; readonly silences: readonly SharedSilence[] }
  /** Asks for the breaches and the waiting events of the receiver. */
  | { readonly kind: 'ask' };

/** `recipientsLeft` is absent if no recipient needs the event any more. Older versions ignore an entry that has it. */
type FinishedEvent = readonly [idempotencyKey: string, channel: string, recipientsLeft?: readonly string[] | undefined];

/**
 * @param present Unix milliseconds, by the clock of this member
 * @returns `undefined` for a value that is not a message. An absent list is read as an empty list.
 */
export function readGroupMessage(value: unknown, present: number): GroupMessage | undefined {
  if (!isObject(value)) return undefined;
  const { kind, series, floor, now, breaches, isLast, events, finished, silences } = value;
  switch (kind) {
    case 'breaches':
      if (typeof series !== 'string' || !isBreachNumber(floor, present) || !v.is(time, now)) return undefined;
      return {
        kind,
        series,
        floor,
        now,
        breaches: listOf(breaches).filter((breach) => isSharedBreach(breach, present)),
        isLast: isLast === true,
      };
    case 'events':
      return { kind, events: listOf(events).filter((event) => isSharedEvent(event, present)) };
    case 'finished':
      return { kind, finished: listOf(finished).filter((each) => v.is(finishedEvent, each)) };
    case 'silences':
      return { kind, silences: listOf(silences).flatMap((each) => readSilence(each) ?? []) };
    case 'ask':
      return { kind };
    default:
      return undefined;
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const channels = v.optional(texts);
const sharedEvent = v.object({
  event: v.object({ ...eventMembers, alert: alertSchema, breach: v.number() }),
  channels,
});
const sharedBreach = v.object({
  key: v.string(),
  firing: v.optional(
    v.object({ alert: firingAlert, fingerprint: v.string(), channels, subject: v.optional(v.string()) }),
  ),
  raised: v.optional(sharedEvent),
});
const finishedEvent = v.strictTuple([v.string(), v.string(), v.optional(texts)]);

function isSharedBreach(value: unknown, present: number): value is SharedBreach {
  if (!v.is(sharedBreach, value)) return false;
  const { key, firing, raised, breach } = value as SharedBreach;
  return (
    isBreach(breach, present) &&
    (firing === undefined || firing.alert.key === key) &&
    (raised === undefined || (isSharedEvent(raised, present) && raised.event.alert.key === key))
  );
}

function isSharedEvent(value: unknown, present: number): value is SharedEvent {
  return v.is(sharedEvent, value) && isBreach({ number: value.event.breach, isFiring: true }, present);
}
