import type { Breaker } from './breaker.js';
import type { GateStop } from './admission.js';
import type { Absence } from './presence.js';
import type { StopCause } from './verdict.js';

/** Why polling does not run. */
export type PollingReasonCode = 'requested' | Absence | GateStop['cause'];

export interface PollingReason<Code extends PollingReasonCode = PollingReasonCode> {
  readonly code: Code;
  /** A sentence for people. */
  readonly message: string;
}

/**
 * Whether polling runs, and why not. Its `state` tells, also to the compiler, which members are present.
 *
 * - `running`: it runs.
 * - `paused`: `pause` was called, the page is hidden, or there is no network.
 * - `held`: the service answered that there were too many requests. All requests wait until then.
 * - `stopped`: the service refuses the account or does not answer. `until` is the time of the next try; it is absent
 *   while that try is under way.
 */
export type PollingCondition =
  | { readonly state: 'running'; readonly reason?: undefined; readonly until?: undefined }
  | { readonly state: 'paused'; readonly reason: PollingReason<'requested' | Absence>; readonly until?: undefined }
  | { readonly state: 'held'; readonly reason: PollingReason<'rate-limited'>; readonly until: number }
  | { readonly state: 'stopped'; readonly reason: PollingReason<StopCause>; readonly until?: number };

/** The condition of polling together with that of the circuit breaker. */
export type PollingState = PollingCondition & {
  /** `closed`: requests go through. `open`: none does. `probing`: one is under way to see. */
  readonly breaker: Breaker['state'];
};

/** The numbers of a polling status. */
interface PollingCounts {
  /** Number of databases that are known: tracked, observed or waited for. */
  readonly known: number;
  /** Number of polls that are due and not in flight. */
  readonly due: number;
  /** Requests in flight, of polls and of callers. */
  readonly inFlight: number;
  /** Requests that started in the last 60 s, to the second. */
  readonly requestsLastMinute: number;
}

/**
 * The state of the polling at this moment. Times are Unix milliseconds.
 *
 * @example
 * ```ts
 * const status = fleet.polling.status.value;
 * if (status.state === 'held') console.log(status.reason.message, new Date(status.until));
 * ```
 */
export type PollingStatus = PollingState &
  PollingCounts & {
    /** When the next poll is due; it may be past. Absent where no poll is planned. */
    readonly nextDueAt?: number;
  };

/** What the state is made of. Times are counted from now, by whichever clock. */
export interface PollingStateFacts {
  readonly breaker: Breaker['state'];
  /** The reason that was given to `pause`; empty where none was. */
  readonly pausedBy: string | undefined;
  readonly absence: Absence | undefined;
  readonly stop: GateStop | undefined;
  readonly nowUnixMs: number;
}

/** What the status is made of. */
export interface PollingFacts extends PollingStateFacts, PollingCounts {
  readonly nextDueInMs: number;
}

/** What stops it, in a sentence for people. */
export const pollingMessages: Readonly<Record<PollingReasonCode, string>> = {
  requested: 'Paused on request.',
  hidden: 'Paused while the page is hidden.',
  offline: 'Paused while there is no network.',
  'rate-limited': 'The service answered that there were too many requests. All requests wait.',
  unauthorized: 'The service does not accept the credentials. It is asked again once in 5 minutes, or with new ones.',
  forbidden: 'The service does not let this account in. It is asked again once in 5 minutes, or with new credentials.',
  outage: 'The service does not answer. One request at a time finds out whether it does again.',
};

/** Says what the polling does. */
export function selectPollingStatus(facts: PollingFacts): PollingStatus {
  const { known, due, inFlight, requestsLastMinute, nextDueInMs, nowUnixMs } = facts;
  return {
    ...selectPollingState(facts),
    known,
    due,
    inFlight,
    requestsLastMinute,
    ...(nextDueInMs === Infinity ? {} : { nextDueAt: Math.round(nowUnixMs + nextDueInMs) }),
  };
}

/** Says whether the polling runs. What pauses it comes before what the service did. */
export function selectPollingState(facts: PollingStateFacts): PollingState {
  const { breaker, pausedBy, absence, stop, nowUnixMs } = facts;
  if (pausedBy !== undefined)
    return { state: 'paused', reason: { code: 'requested', message: pausedBy || pollingMessages.requested }, breaker };
  if (absence !== undefined) return { state: 'paused', reason: reasonOf(absence), breaker };
  if (stop === undefined) return { state: 'running', breaker };
  if (stop.cause === 'rate-limited')
    return { state: 'held', reason: reasonOf(stop.cause), until: Math.round(nowUnixMs + stop.leftMs), breaker };
  const until = stop.leftMs === undefined ? {} : { until: Math.round(nowUnixMs + stop.leftMs) };
  return { state: 'stopped', reason: reasonOf(stop.cause), ...until, breaker };
}

function reasonOf<Code extends PollingReasonCode>(code: Code): PollingReason<Code> {
  return { code, message: pollingMessages[code] };
}
