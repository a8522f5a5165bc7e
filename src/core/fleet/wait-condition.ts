import type { Database } from '../records/database.js';
import { readState } from '../records/database-state.js';
import type { FleetError, FleetErrorCode } from '../shared/fleet-error.js';
import type { Entry } from '../store/entry.js';
import { transitionFields } from './transition.js';

/** The result of a wait: the record that satisfies the predicate, or the reason of the rejection. */
export type WaitOutcome = { readonly record: Database } | { readonly reason: unknown };

/** Checks the answers for one database against a predicate. */
export interface WaitCondition {
  /**
   * Checks the entry after an answer or a failure of a request that counts. Returns `undefined` while the wait has to go on.
   */
  check(entry: Entry<Database>): WaitOutcome | undefined;
  /** Describes the answers and the last entry, for the message of a timeout. @param nowMs Unix milliseconds */
  describe(entry: Entry<Database>, nowMs: number): string;
}

/** The codes of errors after which a later request may succeed. */
const TRANSIENT: ReadonlySet<FleetErrorCode> = new Set([
  'unavailable',
  'timeout',
  'rate-limited',
  'bad-response',
  'aborted',
]);

/** Whether waiting cannot help after this error. */
function isFinal({ code }: FleetError): boolean {
  return !TRANSIENT.has(code);
}

export function createWaitCondition(predicate: (record: Database) => boolean): WaitCondition {
  let answers = 0;

  return {
    check({ error, record, status }) {
      answers += 1;
      if (error !== undefined) return isFinal(error) ? { reason: error } : undefined;
      if (record === undefined || status !== 'fresh') return undefined;
      try {
        return predicate(record) ? { record } : undefined;
      } catch (reason) {
        return { reason };
      }
    },
    describe(entry, nowMs) {
      const count = answers === 1 ? '1 answer' : `${answers} answers`;
      return `received ${count}, ${describeEntry(entry, nowMs)}`;
    },
  };
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
