import * as v from 'valibot';
import type { AlertEvent } from '../alerts/alert.js';
import { alertSchema, firingAlert, texts, time } from '../alerts/alert-texts.js';
import type { AlertState } from '../alerts/step-alert.js';
import type { WaitingEvent } from '../channels/deliveries.js';
import { eventMembers } from '../channels/kept-event.js';
import { readSilence } from '../quiet/silences.js';
import { breachNumber, breachSchema, type Breach } from './breaches.js';

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

/** `recipientsLeft` is absent if no recipient needs the event any more. Older versions ignore an entry that has it. */
type FinishedEvent = readonly [idempotencyKey: string, channel: string, recipientsLeft?: readonly string[] | undefined];

const channels = v.optional(texts);
const sharedEvent = v.object({
  event: v.object({ ...eventMembers, alert: alertSchema, breach: breachSchema.entries.number }),
  channels,
});
const sharedBreach = v.pipe(
  v.object({
    key: v.string(),
    breach: breachSchema,
    firing: v.optional(
      v.object({ alert: firingAlert, fingerprint: v.string(), channels, subject: v.optional(v.string()) }),
    ),
    raised: v.optional(sharedEvent),
  }),
  v.check(({ key, firing, raised }) =>
    [firing?.alert, raised?.event.alert].every((alert) => alert === undefined || alert.key === key),
  ),
);
const finishedEvent = v.strictTuple([v.string(), v.string(), v.optional(texts)]);

const list = v.fallback(v.array(v.unknown()), []);

function listOf<T>(entry: v.GenericSchema) {
  return v.pipe(
    list,
    v.transform((entries) => entries.filter((each) => v.is(entry, each)) as readonly T[]),
  );
}

/** The content of a message between monitors. Alerts and events contain no secret. */
export type GroupMessage = v.InferOutput<typeof groupMessage>;

const groupMessage = v.variant('kind', [
  // Changes of breaches. An answer to `ask` has all breaches of the sender, in parts; the last part has `isLast`.
  v.object({
    kind: v.literal('breaches'),
    series: v.string(),
    floor: breachNumber,
    /** The sender's wall clock, Unix milliseconds. */
    now: time,
    breaches: listOf<SharedBreach>(sharedBreach),
    isLast: v.optional(v.boolean()),
  }),
  // Events that wait for delivery at the sender.
  v.object({ kind: v.literal('events'), events: listOf<SharedEvent>(sharedEvent) }),
  // Events that need no delivery to a channel any more, or only to some of its recipients.
  v.object({ kind: v.literal('finished'), finished: listOf<FinishedEvent>(finishedEvent) }),
  // Silences, with those that ended early.
  v.object({
    kind: v.literal('silences'),
    silences: v.pipe(
      list,
      v.transform((entries) => entries.flatMap((each) => readSilence(each) ?? [])),
    ),
  }),
  // Asks for the breaches and the waiting events of the receiver.
  v.object({ kind: v.literal('ask') }),
]);

export function readGroupMessage(value: unknown): GroupMessage | undefined {
  const { output, success } = v.safeParse(groupMessage, value);
  return success ? output : undefined;
}
