/** How many requests in how much time. */
export interface RateLimit {
  /** How many a second, in the long run. */
  readonly perSecond: number;
  /** How many at once after a rest, 1 or more. */
  readonly burst: number;
}

/** What may be sent: one request for each whole token in it. */
export interface TokenBucket {
  readonly tokens: number;
  /** The time that `tokens` is of. It may be still to come: then nothing is added until then. */
  readonly atMs: number;
  /** How many tokens come a second: fewer than the limit after a restart. */
  readonly perSecond: number;
}

/** After a 429 the rate begins at this part of the limit. */
const SLOW_START = 0.1;

/** After an outage the rate begins at this part: with the usual limit, 20 ids are caught up with in 7 s. */
export const START_AFTER_OUTAGE = 0.2;

/** The rate grows by this part of the limit with each answer. */
const STEP = 0.01;

/** Tokens are fractions that were added up, and sums of fractions fall short of one. */
const ENOUGH = 1 - 1e-9;

/** A bucket after a long rest. */
export function fullBucket(limit: RateLimit, nowMs: number): TokenBucket {
  return { tokens: limit.burst, atMs: nowMs, perSecond: limit.perSecond };
}

/** The same bucket later on. While it is slow there are no bursts. */
export function refill(bucket: TokenBucket, limit: RateLimit, nowMs: number): TokenBucket {
  if (nowMs <= bucket.atMs) return bucket;
  const most = bucket.perSecond < limit.perSecond ? 1 : limit.burst;
  const tokens = Math.min(most, bucket.tokens + ((nowMs - bucket.atMs) * bucket.perSecond) / 1000);
  return { tokens, atMs: nowMs, perSecond: bucket.perSecond };
}

/** The bucket without the token of one request. */
export function take({ tokens, atMs, perSecond }: TokenBucket): TokenBucket {
  return { tokens: Math.max(0, tokens - 1), atMs, perSecond };
}

/** When there is a whole token in it. */
export function readyAt(bucket: TokenBucket): number {
  return bucket.tokens >= ENOUGH ? bucket.atMs : bucket.atMs + ((1 - bucket.tokens) * 1000) / bucket.perSecond;
}

/** A bucket that lets one request through at `atMs`, none before, and further ones slowly. */
export function restart(limit: RateLimit, atMs: number, share = SLOW_START): TokenBucket {
  return { tokens: 1, atMs, perSecond: limit.perSecond * share };
}

/** The bucket after an answer: a slow one is less slow from now on. */
export function speedUp(bucket: TokenBucket, limit: RateLimit, nowMs: number): TokenBucket {
  if (bucket.perSecond >= limit.perSecond) return bucket;
  const { tokens, atMs, perSecond } = refill(bucket, limit, nowMs);
  return { tokens, atMs, perSecond: Math.min(limit.perSecond, perSecond + limit.perSecond * STEP) };
}
