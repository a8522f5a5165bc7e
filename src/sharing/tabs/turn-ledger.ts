import { fullBucket, refill, take, type RateLimit, type TokenBucket } from '../../core/polling/token-bucket.js';
import type { Clock } from '../../core/shared/clock.js';
import { greatestPossible } from '../possible-number.js';

/**
 * A new holder numbers its turns this far beyond the greatest number that any member knows. No holder can have given so
 * many turns before it died without a member that heard of them.
 */
const TAKEOVER_STEP = 1_000_000;

/**
 * The turns of the group, as one member hears of them. Each member counts all turns, so that each can become the holder
 * without a break of the rate or of the order.
 */
export type TurnLedger = ReturnType<typeof createTurnLedger>;

export function createTurnLedger(rate: RateLimit, clock: Clock) {
  let bucket = emptyBucket();
  let last = 0;
  let isFirst = false;

  function emptyBucket(): TokenBucket {
    return { ...fullBucket(rate, clock.monotonic()), tokens: 0 };
  }

  const current = (): TokenBucket => (bucket = refill(bucket, rate, clock.monotonic()));
  const isPossible = (turn: number): boolean => turn <= greatestPossible(clock, last);
  function know(turn: number): void {
    if (isPossible(turn)) last = Math.max(last, turn);
  }

  return {
    /** Never has more tokens than the bucket of the holder. */
    get bucket(): TokenBucket {
      return current();
    },
    /** The greatest number that this member knows. */
    get last(): number {
      return last;
    },
    /** The number after which this member begins to give turns. */
    get firstAsHolder(): number {
      return isFirst && last === 0 ? 0 : last + TAKEOVER_STEP;
    },
    /** To be called when the member has joined. It has all tokens if it is alone, and none otherwise. */
    join(isAlone: boolean) {
      isFirst = isAlone;
      bucket = isAlone && last === 0 ? fullBucket(rate, clock.monotonic()) : emptyBucket();
    },
    given(turns: readonly number[]) {
      bucket = turns.reduce(take, current());
      know(turns.at(-1) ?? 0);
    },
    know,
    /** Whether a turn can have this number. Any script of this origin can claim that it gives turns. */
    isPossible,
  };
}
