import * as v from 'valibot';
import { aBoolean, aFunction, finite } from '../../core/shared/option-schemas.js';
import { parseOptions } from '../options/parse-options.js';
import type { Alert, AlertEvent } from '../alerts/alert.js';
import { aName, checkMembers, checkNames, type MemberProblem } from '../rules/check-members.js';
import { groupOptions, type Digest, type GroupOptions } from './digest.js';

/** One attempt to deliver an event. */
export interface Delivery {
  readonly event: AlertEvent;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/** The options of one attempt. */
export interface DeliveryOptions {
  /** Aborts at the deadline, and when the channel is replaced or removed, or the monitor ends. */
  readonly signal: AbortSignal;
  /** The recipients that do not have the event yet. Absent if no recipient has it. */
  readonly recipientsLeft?: readonly string[] | undefined;
}

/**
 * Where alerts are sent. A channel sends once; the monitor queues, retries and keeps events over restarts.
 *
 * @example
 * ```ts
 * const pager: Channel = {
 *   name: 'pager',
 *   async deliver({ event }, { signal }) {
 *     const headers = { 'idempotency-key': event.idempotencyKey };
 *     const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(event), signal });
 *     if (!response.ok) throw new Error(`the pager answered ${response.status}`);
 *   },
 * };
 * ```
 */
export interface Channel {
  /** Identifies the channel in rules, metrics and logs: 1 to 100 letters, digits, `-` and `_`. */
  readonly name: string;
  /**
   * Sends an event. If it rejects, the monitor tries again later, with backoff. The error's message is logged, so it must
   * contain no secret. An `UndeliverableError` is not tried again. An error with a number `retryAfterMs` delays the
   * channel by that many milliseconds, 1 h at most. An error with a list `recipientsLeft` names the recipients that lack
   * the event, and means that others have it. The channel then counts as working, and later events of the alert do not
   * wait. The next attempt gets this list, also after a restart. With an empty list the event counts as delivered.
   *
   * The monitor makes one call at a time. A call that ignores its signal may still run when the next one begins.
   */
  deliver(delivery: Delivery, options: DeliveryOptions): Promise<void> | void;
  /**
   * Collects the events: a few leave one by one by `deliver`, and many leave as one digest by `deliverDigest`.
   * @default none: each event leaves by itself, at once
   */
  readonly group?: GroupOptions | undefined;
  /** Sends a digest, as `deliver` sends an event. After an `UndeliverableError` or a timeout, digests get smaller. Required with `group`. */
  deliverDigest?(digest: Digest, options: DeliveryOptions): Promise<void> | void;
  /**
   * Called with all firing alerts of this channel's rules in the interval `repeatMs`, for receivers that forget alerts
   * which are not sent again. A failure is logged and not tried again before the next interval.
   */
  repeat?(alerts: readonly Alert[], options: { readonly signal: AbortSignal }): Promise<void> | void;
  /** Whether `repeated` events are sent. Set `false` if the receiver keeps an alert open until it is cleared. @default true */
  readonly sendRepeated?: boolean | undefined;
  /** The interval of `repeat`, milliseconds. Required with `repeat`. */
  readonly repeatMs?: number | undefined;
  /** The deadline of `deliver`, `deliverDigest` and `repeat`, milliseconds, at most 600000. @default 10000 */
  readonly timeoutMs?: number | undefined;
  /** Releases connections. Called once, when the channel is replaced or removed, or the monitor ends. */
  dispose?(): Promise<void> | void;
}

/** The receiver refuses an event for good, for example with status 400: the event is dropped, logged and counted. */
export class UndeliverableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UndeliverableError';
  }
}

/** The state of a channel. */
export interface ChannelStatus {
  readonly name: string;
  /** The number of events that wait for delivery. */
  readonly queued: number;
  /** The number of delivered events since the monitor was created. Each event of a digest counts. */
  readonly delivered: number;
  /** The number of failed attempts to deliver an event since then. Each event of a digest counts. */
  readonly failed: number;
  /** Events that were given up: refused, too old, or pushed out of a full queue. */
  readonly dropped: number;
  /** The failures since the last delivery. */
  readonly failuresInARow: number;
  /** The message of the last failure; absent after a delivery. */
  readonly lastError?: string | undefined;
}

export const deadline = finite('milliseconds, more than 0 and at most 600000', (ms) => ms > 0 && ms <= 600_000);

export const repeatInterval = finite('milliseconds, at least 1000', (ms) => ms >= 1000);

const channel = v.pipe(
  // It reads inherited members too: a channel may be an object of a class.
  v.object(
    {
      name: aName,
      deliver: aFunction(),
      group: v.optional(groupOptions),
      deliverDigest: v.optional(aFunction()),
      sendRepeated: v.optional(aBoolean),
      repeat: v.optional(aFunction()),
      repeatMs: v.optional(repeatInterval),
      timeoutMs: v.optional(deadline),
      dispose: v.optional(aFunction()),
    },
    'a Channel with a name and a function `deliver`',
  ),
  checkMembers(({ group, deliverDigest, repeat, repeatMs }) => {
    const problems: MemberProblem[] = [];
    if (repeat !== undefined && repeatMs === undefined)
      problems.push([['repeatMs'], 'the interval of `repeat`, milliseconds']);
    if (group !== undefined && deliverDigest === undefined)
      problems.push([['deliverDigest'], 'a function: `group` needs it']);
    return problems;
  }),
);

const channels = v.pipe(v.array(channel, 'a list of channels'), checkNames('channels'));

/** @throws FleetError `invalid-request`, whose `issues` name each invalid member, for example `channels[1].name` */
export function checkChannels(given: readonly Channel[]): readonly Channel[] {
  parseOptions(v.strictObject({ channels }), { channels: given });
  return given;
}
