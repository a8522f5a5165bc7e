import type { Kernel } from '../core/fleet/kernel.js';
import type { Database } from '../core/records/database.js';
import { exactIntegersOf, setExactIntegers } from '../core/records/exact-int64.js';
import { reviveRecord } from '../core/records/read-record.js';
import { shareEqual } from '../core/records/share-equal.js';
import { isObject } from '../core/shared/is-object.js';
import { createFreeze } from '../core/store/deep-freeze.js';
import { confirmed, failed, missing, requested, type Entry } from '../core/store/entry.js';
import { afterFailure, isOutdated, type LastAnswer, unorderedSince, versionOf } from './answer-age.js';
import type { SharedAnswer } from './messages.js';
import { isSharedError, readSharedError } from './shared-error.js';

/** Exchanges the answers for databases, or for the list of vector indices, with the other members. */
export interface AnswerExchange {
  /** The answer of the request with this number. `undefined` if it concerns no other member. */
  describe(key: string, order: number): SharedAnswer | undefined;
  /** The last answer for a key with its whole content, for a member that lacks it. */
  describeWhole(key: string): SharedAnswer | undefined;
  /**
   * Commits an answer of another member, unless the entry has the answer to a later request.
   *
   * @returns whether this member lacks the record that the answer confirms, and has to ask for it
   */
  receive(answer: SharedAnswer): boolean;
  /** Whether the running commit has an answer of another member for the key. To be called by a listener of the store. */
  isReceived(key: string): boolean;
  /** The keys for which this member sent the last answer. */
  sent(): Iterable<string>;
}

export interface AnswerFacts {
  /** Whether this member polls the key: only its failures are failures for all. */
  owns(key: string): boolean;
  /**
   * Whether the number of a request tells its order among the requests of the other members. A number that this member
   * gave to the request by itself does not. If another member may poll the key, only a recent number tells the order:
   * this process may have been stopped between the number and the request.
   */
  isOrdered(key: string, order: number): boolean;
}

export function createDatabaseAnswers(
  { databases, known, clocks, effects, reads }: Kernel,
  { owns, isOrdered }: AnswerFacts,
): AnswerExchange {
  const clock = clocks.corrected;
  /** By id, the last request if it is in flight or has failed. */
  const requests = reads.lastRequests;
  const last = new Map<string, LastAnswer>();
  const freeze = createFreeze();
  let received: string | undefined;

  databases.onChange((id, _, { status, error }) => {
    if (status === 'unknown' && error === undefined) last.delete(id);
  });

  /** An answer without an age was confirmed just now. */
  function ageOf(confirmedAt = clock.now()): { ageMs?: number } {
    const ageMs = clock.now() - confirmedAt;
    return ageMs > 0 ? { ageMs } : {};
  }

  /** The record of an answer; `undefined` if this member lacks it, or if the content is not a record of this key. */
  function recordOf({ key, version, content: given }: SharedAnswer): Database | undefined {
    if (isObject(given)) {
      const received = reviveRecord<Database>('database', key, given['record']);
      if (received) setDigits(received, given['digits']);
      return received;
    }
    const { record } = databases.peek(key);
    return versionOf(last.get(key), record) === version ? record : undefined;
  }

  return {
    describe(id, order) {
      const { record, error, status, confirmedAt } = databases.peek(id);
      const before = last.get(id);
      if (before !== undefined && before.order > order) return undefined;
      if (error !== undefined) {
        if (error.code !== 'not-found' && !(isSharedError(error) && owns(id))) return undefined;
        last.set(id, afterFailure(before, { order, record, isSent: true }));
        return { key: id, order, error: error.toJSON() };
      }
      if (record === undefined || status !== 'fresh') return undefined;
      const sharedVersion = versionOf(before, record);
      const version = sharedVersion ?? order;
      const unorderedMs = isOrdered(id, order) ? undefined : clock.monotonic();
      last.set(id, { order, version, record, isSent: true, unorderedMs });
      return {
        key: id,
        order,
        version,
        ...ageOf(confirmedAt),
        ...(sharedVersion === undefined && { content: { record, digits: digitsOf(record) } }),
      };
    },
    describeWhole(id) {
      const shared = last.get(id);
      const { record, error, confirmedAt } = databases.peek(id);
      if (shared === undefined || shared.record !== record) return undefined;
      const { order, version } = shared;
      return {
        key: id,
        order,
        ...(shared.unorderedMs !== undefined && { isUnordered: true }),
        ...(record && version !== undefined && { version, content: { record, digits: digitsOf(record) } }),
        ...ageOf(confirmedAt),
        ...(error && isSharedError(error) && { error: error.toJSON() }),
      };
    },
    receive(answer) {
      const { key: id, order, version, ageMs = 0 } = answer;
      effects.orders.receive(order);
      if (isOutdated(answer, last.get(id), databases.peek(id), clock)) return false;
      const at = clock.now() - ageMs;
      const record = version === undefined ? undefined : recordOf(answer);
      if (version !== undefined && record === undefined) return answer.content === undefined;
      const error = readSharedError(answer.error, 'get-database');
      if (record === undefined && error === undefined) return false;
      databases.settle(id, order, (before) => {
        received = id;
        let after: Entry<Database> = before;
        if (record) after = confirmed(before, freeze(shareEqual(record, before.record)), at);
        if (error) after = error.code === 'not-found' ? missing(after, error) : failed(after, error);
        const next = { order, record: after.record, isSent: false };
        if (record) last.set(id, { ...next, version, unorderedMs: unorderedSince(answer, clock) });
        else last.set(id, afterFailure(last.get(id), next));
        // A request of this member is still in flight.
        if (before.fetching) return requested(after);
        if (error) requests.set(id, { order, startedAt: clock.now(), isSuperseded: false });
        else requests.delete(id);
        return after;
      });
      received = undefined;
      known.confirmed(id);
      return false;
    },
    isReceived: (id) => received === id,
    *sent() {
      for (const [id, { isSent }] of last) if (isSent) yield id;
    },
  };
}

/** The exact digits of a record's integers beyond 2^53, by field, for JSON; `undefined` if it has none. */
function digitsOf(record: object): Record<string, string> | undefined {
  const exact = exactIntegersOf(record);
  return exact && Object.fromEntries([...exact].map(([field, value]) => [field, String(value)]));
}

/** Gives a record of another member its exact digits. Digits that do not round to the number in the record are ignored. */
function setDigits(record: object, digits: unknown): void {
  if (!isObject(digits)) return;
  const exact = Object.entries(digits).flatMap(([field, literal]): [string, bigint][] =>
    typeof literal === 'string' && /^-?\d{16,20}$/.test(literal) ? [[field, BigInt(literal)]] : [],
  );
  setExactIntegers(record, exact);
}
