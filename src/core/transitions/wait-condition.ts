import type { Database } from '../api/database.js';
import type { Clock } from '../shared/clock.js';
import type { FleetError, FleetErrorCode } from '../shared/fleet-error.js';
import type { Entry } from '../state/entry.js';
import { readState } from '../api/database-state.js';
import { transitionFields } from './transition.js';

/** The result of a wait: the record that satisfies the predicate, or the reason of the rejection. */
export type WaitOutcome = { readonly record: Database } | { readonly reason: unknown };

/** Checks the successive entries of one database against a predicate. */
export interface WaitCondition {
  /** Returns `undefined` while the wait has to go on. */
  check(entry: Entry<Database>): WaitOutcome | undefined;
  /** Describes the checked entries, for the message of a timeout. */
  describe(): string;
}

/** Default cadences poll known ids at least this often. After sleep, or with another cadence, records are older. */
const MAX_AGE_MS = 120_000;

/** The codes of errors after which a later request may succeed. */
const TRANSIENT: ReadonlySet<FleetErrorCode> = new Set([
  'unavailable',
  'timeout',
  'rate-limited',
  'bad-response',
  'aborted',
]);

export function createWaitCondition(predicate: (record: Database) => boolean, clock: Clock): WaitCondition {
  let last: Entry<Database> | undefined;
  let responses = 0;
  /** Whether the request in flight started before the wait. */
  let isEarlierRequest = false;

  function test(record: Database | undefined): WaitOutcome | undefined {
    try {
      return record !== undefined && predicate(record) ? { record } : undefined;
    } catch (reason) {
      return { reason };
    }
  }

  return {
    check(entry) {
      if (last === undefined) isEarlierRequest = entry.fetching;
      const isNew = last !== undefined && hasResponse(last, entry);
      const isReliable = last === undefined ? isRecent(entry, clock.now()) : isNew && entry.status === 'fresh';
      last = entry;
      if (isNew) responses += 1;
      // A failure of an earlier request does not count: the database or the credentials may have changed since.
      const reason = isNew && !isEarlierRequest ? finalFailureOf(entry) : undefined;
      isEarlierRequest &&= entry.fetching;
      if (reason !== undefined) return { reason };
      return isReliable ? test(entry.record) : undefined;
    },
    describe() {
      const count = responses === 1 ? '1 response' : `${responses} responses`;
      return `received ${count}${last === undefined ? '' : `, ${describeEntry(last, clock.now())}`}`;
    },
  };
}

/** Whether an entry differs from the previous entry by a response or a failure, not only by the start of a request. */
function hasResponse<R>(before: Entry<R>, { status, error, confirmedAt, record }: Entry<R>): boolean {
  if (error !== undefined || status !== 'fresh') return error !== undefined && error !== before.error;
  return before.error !== undefined || confirmedAt !== before.confirmedAt || record !== before.record;
}

function isRecent({ status, confirmedAt = -Infinity }: Entry<Database>, nowMs: number): boolean {
  const ageMs = nowMs - confirmedAt;
  // A time in the future comes from another clock.
  return status === 'fresh' && ageMs >= 0 && ageMs <= MAX_AGE_MS;
}

/** Returns the error of an entry if waiting cannot help. */
function finalFailureOf<R>({ error }: Entry<R>): FleetError | undefined {
  return error === undefined || TRANSIENT.has(error.code) ? undefined : error;
}

function describeEntry({ record, status, confirmedAt, error }: Entry<Database>, nowMs: number): string {
  const age = confirmedAt === undefined ? '' : `, confirmed ${nowMs - confirmedAt} ms ago`;
  const description =
    record === undefined
      ? `saw no record (${status})`
      : `last saw ${transitionFields.map((field) => `${field} ${nameOf(readState(record, field))}`).join(', ')} (${status}${age})`;
  return error === undefined ? description : `${description}; last failure: ${error.code}`;
}

/** The pattern of state names. Other values of the service are not shown in errors. */
const STATE_NAME = /^(?=.{1,40}$)[a-z]+(?:[ _-][a-z]+)*$/i;

function nameOf(value: string | undefined): string {
  if (value === undefined) return 'empty';
  return STATE_NAME.test(value) ? value : 'with a value that is not a state name';
}
