import type { Database } from '../api/database.js';
import type { Clock } from '../shared/clock.js';
import type { Entry } from '../state/entry.js';
import { describeLastSeen } from './describe-last-seen.js';
import { finalFailureOf } from './final-failure.js';
import { isAnswer } from './is-answer.js';

/** What ends a wait: the record that is as wanted, or the reason why it fails. */
export type Outcome = { readonly record: Database } | { readonly reason: unknown };

/** Looks at the entries of one database, one after the other, for one that is as wanted. */
export interface Lookout {
  /** Gives nothing where there is more to wait for. */
  look(entry: Entry<Database>): Outcome | undefined;
  /** Says for people what it saw. */
  describe(): string;
}

/** No cadence of what is known is slower, unless users say so. After sleep, or with theirs, records are older. */
const YOUNG_MS = 120_000;

export function createLookout(predicate: (record: Database) => boolean, clock: Clock): Lookout {
  let seen: Entry<Database> | undefined;
  let looks = 0;
  /** The request that is under way began before the wait. */
  let isEarlier = false;

  function examine(record: Database | undefined): Outcome | undefined {
    try {
      return record !== undefined && predicate(record) ? { record } : undefined;
    } catch (reason) {
      return { reason };
    }
  }

  return {
    look(entry) {
      if (seen === undefined) isEarlier = entry.fetching;
      const isNews = seen !== undefined && isAnswer(seen, entry);
      const isReliable = seen === undefined ? isYoung(entry, clock.now()) : isNews && entry.status === 'fresh';
      seen = entry;
      if (isNews) looks += 1;
      // A failure from before the wait does not count: the database may exist by now, the credentials may be others.
      const reason = isNews && !isEarlier ? finalFailureOf(entry) : undefined;
      isEarlier &&= entry.fetching;
      if (reason !== undefined) return { reason };
      return isReliable ? examine(entry.record) : undefined;
    },
    describe() {
      const times = looks === 1 ? 'once' : `${looks} times`;
      return `looked ${times}${seen === undefined ? '' : `, ${describeLastSeen(seen, clock.now())}`}`;
    },
  };
}

function isYoung({ status, confirmedAt = -Infinity }: Entry<Database>, nowMs: number): boolean {
  const ageMs = nowMs - confirmedAt;
  // A time that is still to come was written by another clock.
  return status === 'fresh' && ageMs >= 0 && ageMs <= YOUNG_MS;
}
