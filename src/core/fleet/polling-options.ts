import * as o from '../shared/option-schemas.js';
import type { PollFacts } from '../polling/cadence.js';
import type { Absence, PresenceSource } from '../polling/presence.js';
import type { Database } from '../records/database.js';

/** The input of a {@link Cadence}: what the fleet knows of a poll target, and the interest in it. */
export interface CadenceFacts extends PollFacts {
  /** The id of the database. Absent for the list. */
  readonly id?: string | undefined;
  /** The frozen record of the database, as the fleet shows it. Absent for the list. */
  readonly record?: Database | undefined;
  /** The time of the fleet's clock, Unix milliseconds. */
  readonly now: number;
  /** Milliseconds since the fleet saw the record change, or read it for the first time. Absent without a record. */
  readonly sinceChangeMs?: number | undefined;
  /** Milliseconds since an answer last confirmed the record. Absent without such an answer. */
  readonly sinceAnswerMs?: number | undefined;
  /**
   * How often the fleet has seen the database change in the last 24 hours; 32 at most, 0 for the list. A change is an
   * answer with a different record, a first 404, or the end of the 404s. Several fields in one answer are one change.
   */
  readonly recentChanges: number;
}

/**
 * Decides how often a poll target is polled. Returns the interval in milliseconds; less than 100 counts as 100, and
 * `Infinity` means never. It is called after each answer and each change of interest, so it must be fast. A pure function,
 * which reads nothing but its facts, decides in a replay as in the fleet. If it throws or returns anything but a number, 0 or
 * more, the default cadence is used and the error is passed to `onError`.
 */
export type Cadence = (facts: CadenceFacts) => number;

/** The time since `at`, milliseconds: 0 for a time in the future, which comes from a clock that was ahead. */
export function msSince(at: number | undefined, now: number): number | undefined {
  return at === undefined ? undefined : Math.max(0, now - at);
}

/** Options of the polling: the cadence, the rate limit, and when polling pauses. */
export interface PollingOptions {
  /** Decides how often each poll target is polled. @default cadence */
  readonly cadence?: Cadence | undefined;
  /** Most requests in flight at once; an integer, 1 or more. @default 8 */
  readonly concurrency?: number | undefined;
  /** Average number of requests per second, creates and refreshes included; more than 0. @default 10 */
  readonly perSecond?: number | undefined;
  /** Most requests at once after an idle time; an integer, 1 or more. @default 20 */
  readonly burst?: number | undefined;
  /**
   * How long a create or refresh may wait in the queue, milliseconds, more than 0. `Infinity` sets no limit. A
   * request that would wait longer is not sent and fails with `rate-limited`.
   *
   * @default 30000
   */
  readonly queueTimeoutMs?: number | undefined;
  /**
   * States of the page in which polling continues: `hidden`, or `offline` for a service on loopback.
   *
   * @default [] polling pauses while the page is hidden or offline
   */
  readonly pollWhile?: readonly Absence[] | undefined;
  /**
   * Tells whether the application is in the foreground, for example in React Native. While it is not, polling
   * pauses with the reason `hidden`.
   *
   * @default the visibility of the page
   */
  readonly presence?: PresenceSource | undefined;
}

export const pollingOptions = {
  cadence: o.optional(o.aFunction<Cadence>()),
  concurrency: o.optional(o.positiveInteger),
  perSecond: o.optional(o.finite('a number, more than 0', (rate) => rate > 0)),
  burst: o.optional(o.positiveInteger),
  queueTimeoutMs: o.optional(o.milliseconds),
  pollWhile: o.optional(
    o.custom<readonly Absence[]>(
      (value) => Array.isArray(value) && value.every((each) => each === 'hidden' || each === 'offline'),
      'a list of "hidden" | "offline"',
    ),
  ),
  presence: o.optional(o.withMethods<PresenceSource>('a PresenceSource', 'isPresent', 'subscribe')),
};
