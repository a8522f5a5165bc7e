/** A rate limit for requests. */
export interface RateLimit {
  /** Average number of requests per second. */
  readonly perSecond: number;
  /** Most requests at once after an idle time; an integer, 1 or more. */
  readonly burst: number;
}

/** A token bucket: each request takes one token. All functions on it are pure. */
export interface TokenBucket {
  readonly tokens: number;
  /** When `tokens` was computed, monotonic. A time in the future means that no token is added before it. */
  readonly atMs: number;
  /** Tokens that are added per second: fewer than the limit after a restart. */
  readonly perSecond: number;
}

/** The rate after a 429, as a share of the limit. */
const SLOW_START = 0.1;

/** The rate after an outage, as a share of the limit: with the default limit, 20 ids are polled within 7 s. */
export const START_AFTER_OUTAGE = 0.2;

/** Each answer raises a reduced rate by this share of the limit. */
const STEP = 0.01;

/** Tolerates rounding: a sum of fractions of a token can fall short of 1. */
const ENOUGH = 1 - 1e-9;

/** A bucket with all its tokens. */
export function fullBucket(limit: RateLimit, nowMs: number): TokenBucket {
  return { tokens: limit.burst, atMs: nowMs, perSecond: limit.perSecond };
}

/** The bucket with the tokens added until `nowMs`. A bucket with a reduced rate allows no bursts. */
export function refill(bucket: TokenBucket, limit: RateLimit, nowMs: number): TokenBucket {
  if (nowMs <= bucket.atMs) return bucket;
  const maxTokens = bucket.perSecond < limit.perSecond ? 1 : limit.burst;
  const tokens = Math.min(maxTokens, bucket.tokens + ((nowMs - bucket.atMs) * bucket.perSecond) / 1000);
  return { tokens, atMs: nowMs, perSecond: bucket.perSecond };
}

/** The bucket after one request. */
export function take({ tokens, atMs, perSecond }: TokenBucket): TokenBucket {
  return { tokens: Math.max(0, tokens - 1), atMs, perSecond };
}

/** When the bucket has a whole token. */
export function readyAt(bucket: TokenBucket): number {
  return bucket.tokens >= ENOUGH ? bucket.atMs : bucket.atMs + ((1 - bucket.tokens) * 1000) / bucket.perSecond;
}

/** A bucket that allows no request before `atMs`, one request at `atMs`, and further requests at a reduced rate. */
export function restart(limit: RateLimit, atMs: number, share = SLOW_START): TokenBucket {
  return { tokens: 1, atMs, perSecond: limit.perSecond * share };
}

/** The bucket after an answer: a reduced rate rises by one step. */
export function speedUp(bucket: TokenBucket, limit: RateLimit, nowMs: number): TokenBucket {
  if (bucket.perSecond >= limit.perSecond) return bucket;
  const { tokens, atMs, perSecond } = refill(bucket, limit, nowMs);
  return { tokens, atMs, perSecond: Math.min(limit.perSecond, perSecond + limit.perSecond * STEP) };
}
