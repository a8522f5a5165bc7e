import type { Kernel } from '../core/fleet/kernel.js';
import type { Database } from '../core/records/database.js';
import { exactIntegersOf, setExactIntegers } from '../core/records/exact-int64.js';
import { reviveRecord } from '../core/records/read-record.js';
import { shareEqual } from '../core/records/share-equal.js';
import { isObject } from '../core/shared/is-object.js';
import { createFreeze } from '../core/store/deep-freeze.js';
import { confirmed, failed, missing, requested, type Entry } from '../core/store/entry.js';
import type { AnswerSource } from './answer-exchange.js';

export function databaseAnswers({ databases, known, clocks, reads }: Kernel): AnswerSource<Database> {
  /** By id, the last request if it is in flight or has failed. */
  const requests = reads.lastRequests;
  const freeze = createFreeze();

  return {
    operation: 'get-database',
    store: databases,
    failedAt: (id) => requests.get(id)?.startedAt,
    contentOf: (record) => ({ record, digits: digitsOf(record) }),
    readContent(id, content) {
      if (!isObject(content)) return undefined;
      const record = reviveRecord<Database>('database', id, content['record']);
      if (record) setDigits(record, content['digits']);
      return record;
    },
    settle({ key: id, order, record, error, at }) {
      databases.settle(id, order, (before) => {
        let after: Entry<Database> = before;
        if (record) after = confirmed(before, freeze(shareEqual(record, before.record)), at);
        if (error) after = error.code === 'not-found' ? missing(after, error) : failed(after, error);
        if (before.fetching) return requested(after);
        if (error) requests.set(id, { order, startedAt: clocks.corrected.now(), isSuperseded: false });
        else requests.delete(id);
        return after;
      });
      known.confirmed(id);
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
