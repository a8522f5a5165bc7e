import type { Breaker } from './breaker.js';
import type { LimiterStop } from './limiter.js';
import type { SharingStatus } from './key-owner.js';
import type { Absence } from './presence.js';
import type { StopCause } from './verdict.js';

/** Why polling does not run: `requested` by `pause`, or the code of what pauses, holds or stops it. */
export type PollingReasonCode = 'requested' | Absence | LimiterStop['cause'];

/** The reason why polling does not run. */
export interface PollingReason<Code extends PollingReasonCode = PollingReasonCode> {
  readonly code: Code;
  /** A sentence for display. */
  readonly message: string;
}

/**
 * Whether polling runs, and the reason why not. A union by `state`:
 *
 * - `running`: scheduled polls are sent when they are due.
 * - `paused`: `pause` was called, the page or app is hidden, or there is no network. Requests of callers are still sent.
 * - `held`: the service answered 429. All requests wait until `until` (Unix milliseconds).
 * - `stopped`: the service refuses the account or does not answer. `until` is the time of the next probe (Unix
 *   milliseconds); it is absent while the probe is in flight.
 */
export type PollingCondition =
  | { readonly state: 'running'; readonly reason?: undefined; readonly until?: undefined }
  | { readonly state: 'paused'; readonly reason: PollingReason<'requested' | Absence>; readonly until?: undefined }
  | { readonly state: 'held'; readonly reason: PollingReason<'rate-limited'>; readonly until: number }
  | { readonly state: 'stopped'; readonly reason: PollingReason<StopCause>; readonly until?: number };

export type PollingState = PollingCondition & {
  /** `closed`: requests are sent. `open`: the next request is a probe. `probing`: all requests wait for the probe. */
  readonly breaker: Breaker['state'];
};

/** The rates of a fleet whose known ids ask for more polls than `polling.perSecond` allows. */
export interface PollingOverload {
  /** Requests per second that all known ids and the list of vector indices ask for at their intervals, to three digits. */
  readonly askedPerSecond: number;
  /** The rate that `polling.perSecond` allows. */
  readonly allowedPerSecond: number;
}

/**
 * The status of the polling: the value of `fleet.polling.status`. Times are Unix milliseconds. Its view emits a change of
 * the condition or of `breaker` at once, and changes of the numbers at most four times a second.
 */
export type PollingStatus = PollingState & {
  /** Number of databases that are known: tracked, observed or waited for. */
  readonly known: number;
  /** Number of polls that are due and not yet sent. */
  readonly due: number;
  /** Number of requests in flight, scheduled polls and requests of callers. */
  readonly inFlight: number;
  /** Number of requests that were sent in the last 60 s, with a resolution of one second. */
  readonly requestsLastMinute: number;
  /** When the next poll is due; a past time while a due poll waits. Absent if no poll is scheduled. */
  readonly nextDueAt?: number;
  /**
   * Present while the known ids ask for more requests than `polling.perSecond` allows: they are polled later than their
   * cadence says. It goes when they ask for less than 95 % of the rate.
   */
  readonly overloaded?: PollingOverload;
  /** How the fleet shares its polling with other fleets. Absent in a fleet without the option `sharing`. */
  readonly sharing?: SharingStatus;
};

/** The default `message` of each reason. */
export const pollingMessages: Readonly<Record<PollingReasonCode, string>> = {
  requested: 'Paused on request.',
  hidden: 'Paused while the page or app is hidden.',
  offline: 'Paused while there is no network.',
  'rate-limited': 'The service answered that there are too many requests (429). All requests wait.',
  unauthorized:
    'The service does not accept the credentials. It is asked again within 5 minutes, or when the credentials change.',
  forbidden:
    'The service denies access to this account. It is asked again within 5 minutes, or when the credentials change.',
  outage: 'The service does not answer. One request at a time tests whether it answers again.',
};
