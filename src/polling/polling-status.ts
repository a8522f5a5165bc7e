import type { Breaker } from './breaker.js';
import type { GateStop } from './admission.js';
import type { Absence } from './presence.js';

/** Why polling does not run. */
export type PollingReasonCode = 'requested' | Absence | GateStop['cause'];

export interface PollingReason {
  readonly code: PollingReasonCode;
  /** A sentence for people. */
  readonly message: string;
}

/** What the polling does just now. */
export interface PollingStatus {
  /**
   * `running`; `paused`: by whoever called `pause`, or since nobody can be there; `held`: the service asked to wait;
   * `stopped`: the service refuses the account or does not answer, and is only probed.
   */
  readonly state: 'running' | 'paused' | 'held' | 'stopped';
  /** Why it does not run. */
  readonly reason?: PollingReason;
  /** When it goes on, or is tried again, Unix milliseconds; absent where nobody can know. */
  readonly until?: number;
  /** `closed`: requests go through. `open`: none does. `probing`: one is under way to see. */
  readonly breaker: Breaker['state'];
  /** How many databases are known: tracked, observed or waited for. */
  readonly known: number;
  /** How many are due, and not in flight. */
  readonly due: number;
  /** Requests in flight, whoever asked for them. */
  readonly inFlight: number;
  /** Requests that started in the last 60 s, to the second. */
  readonly requestsLastMinute: number;
  /** When the next poll is due, Unix milliseconds; it may be past. Absent where none is. */
  readonly nextDueAt?: number;
}

/** Whether it runs, and why not: what people want to hear of at once. */
export type PollingState = Pick<PollingStatus, 'state' | 'reason' | 'until' | 'breaker'>;

/** What the state is made of. Times are counted from now, by whichever clock. */
export interface PollingStateFacts extends Pick<PollingStatus, 'breaker'> {
  /** The reason that was given to `pause`; empty where none was. */
  readonly pausedBy: string | undefined;
  readonly absence: Absence | undefined;
  readonly stop: GateStop | undefined;
  readonly nowUnixMs: number;
}

/** What the status is made of. */
export interface PollingFacts
  extends PollingStateFacts, Pick<PollingStatus, 'known' | 'due' | 'inFlight' | 'requestsLastMinute'> {
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
  const state = stop.cause === 'rate-limited' ? 'held' : 'stopped';
  const until = stop.leftMs === undefined ? {} : { until: Math.round(nowUnixMs + stop.leftMs) };
  return { state, reason: reasonOf(stop.cause), ...until, breaker };
}

function reasonOf(code: PollingReasonCode): PollingReason {
  return { code, message: pollingMessages[code] };
}
