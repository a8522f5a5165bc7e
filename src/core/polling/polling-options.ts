import * as v from 'valibot';
import { aFunction, finite, milliseconds, positiveInteger, withMethods } from '../shared/option-schemas.js';
import { parseOptions } from '../shared/parse-options.js';
import type { Cadence } from './cadence.js';
import type { Absence, PresenceSource } from './presence.js';

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
   * States of the page in which polling goes on: `hidden`, or `offline` for a service on loopback.
   *
   * @default [] polling pauses while the page is hidden or offline
   */
  readonly pollWhile?: readonly Absence[] | undefined;
  /**
   * Tells whether the application is in the foreground, for example in React Native. Polling pauses as `hidden` while it
   * is not.
   *
   * @default the visibility of the page
   */
  readonly presence?: PresenceSource | undefined;
}

const ABSENCES: readonly unknown[] = ['hidden', 'offline'] satisfies Absence[];

const POLLING_OPTIONS = v.strictObject({
  cadence: v.optional(aFunction<Cadence>()),
  concurrency: v.optional(positiveInteger),
  perSecond: v.optional(finite('a number, more than 0', (rate) => rate > 0)),
  burst: v.optional(positiveInteger),
  queueTimeoutMs: v.optional(milliseconds),
  pollWhile: v.optional(
    v.custom<readonly Absence[]>(
      (value) => Array.isArray(value) && value.every((each) => ABSENCES.includes(each)),
      'a list of "hidden" | "offline"',
    ),
  ),
  presence: v.optional(withMethods<PresenceSource>('a PresenceSource', 'isPresent', 'subscribe')),
});

/** @throws FleetError `invalid-request`, whose `issues` name each invalid option */
export function readPollingOptions(options: PollingOptions = {}): PollingOptions {
  return parseOptions('configure', POLLING_OPTIONS, options, 'polling');
}
