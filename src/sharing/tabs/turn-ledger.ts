import { fullBucket, refill, take, type RateLimit, type TokenBucket } from '../../core/polling/token-bucket.js';
import type { Clock } from '../../core/shared/clock.js';

/**
 * A new holder numbers its turns this far beyond the greatest number that any member knows: more than a holder can have
 * given before it died, without a member that heard it.
 */
const TAKEOVER_STEP = 1_000_000;

/** No group gives so many turns. A foreign script that claims a greater number would leave no room for further numbers. */
export const MAX_TURN = 2 ** 52;

/**
 * The turns of the group, as one member hears of them. It is up to date in every member, so that each one can give the next
 * turn without a break of the rate or of the order.
 */
export interface TurnLedger {
  /** Never has more tokens than the bucket of the holder. */
  readonly bucket: TokenBucket;
  /** The greatest number that this member knows. */
  readonly last: number;
  /** The number after which this member begins to give turns. */
  readonly firstAsHolder: number;
  /** Tells that the member is joined: alone, it has all tokens; with others, none. */
  join(isAlone: boolean): void;
  /** Notes turns that were given. */
  given(turns: readonly number[]): void;
  /** Notes a number that a member knows. */
  know(turn: number): void;
}

export function createTurnLedger(rate: RateLimit, clock: Clock): TurnLedger {
  let bucket = emptyBucket();
  let last = 0;
  let isFirst = false;

  function emptyBucket(): TokenBucket {
    return { ...fullBucket(rate, clock.monotonic()), tokens: 0 };
  }

  const current = (): TokenBucket => (bucket = refill(bucket, rate, clock.monotonic()));
  function know(turn: number): void {
    if (turn <= MAX_TURN) last = Math.max(last, turn);
  }

  return {
    get bucket() {
      return current();
    },
    get last() {
      return last;
    },
    get firstAsHolder() {
      return isFirst && last === 0 ? 0 : last + TAKEOVER_STEP;
    },
    join(isAlone) {
      isFirst = isAlone;
      bucket = isAlone && last === 0 ? fullBucket(rate, clock.monotonic()) : emptyBucket();
    },
    given(turns) {
      bucket = turns.reduce(take, current());
      know(turns.at(-1) ?? 0);
    },
    know,
  };
}
