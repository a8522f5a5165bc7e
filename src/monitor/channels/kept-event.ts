import * as v from 'valibot';
import { parseJson } from '../../core/wire/parse-json.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { AlertEvent } from '../alerts/alert.js';
import { texts, time } from '../alerts/alert-texts.js';

export interface KeptEvent {
  /** The key in the state: `delivery/`, the channel, and a number that grows. */
  readonly key: string;
  readonly event: AlertEvent;
  /** When the event entered the queue, Unix milliseconds. */
  readonly queuedAt: number;
  /** The recipients that lack the event, if others have it. */
  readonly recipientsLeft?: readonly string[] | undefined;
}

/** Enough for every safe integer, so that keys sorted as texts are sorted by number. */
const DIGITS = 16;

const KEY = new RegExp(String.raw`^delivery/([\w-]{1,100})/(\d{${DIGITS}})$`);

export function keyOf(channel: string, sequence: number): string {
  return `delivery/${channel}/${String(sequence).padStart(DIGITS, '0')}`;
}

export function textOf({ event, queuedAt, recipientsLeft }: KeptEvent): string {
  return JSON.stringify({ queuedAt, recipientsLeft, event });
}

interface ReadKeptEvent extends KeptEvent {
  readonly channel: string;
  readonly sequence: number;
}

/** Reads a kept event. Returns `undefined` for a value that another program or version has written. */
export function readKeptEvent({ key, text }: StoredValue): ReadKeptEvent | undefined {
  const [, channel, digits] = KEY.exec(key) ?? [];
  const kept = parseJson(text);
  if (channel === undefined || !v.is(keptSchema, kept)) return undefined;
  const { event, queuedAt, recipientsLeft } = kept as Omit<KeptEvent, 'key'>;
  return { key, channel, sequence: Number(digits), event, queuedAt, recipientsLeft };
}

/** The members of an event that a queue needs. */
export const eventMembers = {
  idempotencyKey: v.string(),
  kind: v.picklist(['fired', 'repeated', 'cleared']),
  at: time,
};
export const eventSchema = v.object({
  ...eventMembers,
  alert: v.object({ key: v.string(), rule: v.string(), startedAt: time }),
});
const keptSchema = v.object({ event: eventSchema, queuedAt: v.number(), recipientsLeft: v.optional(texts) });
