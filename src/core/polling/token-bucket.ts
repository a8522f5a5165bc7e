export interface RateLimit {
  readonly perSecond: number;
  /** Most requests at once after an idle time. */
  readonly burst: number;
}

/** A token bucket: each request takes one token. All functions on it are pure. */
export interface TokenBucket {
  readonly tokens: number;
  /** When `tokens` was computed, monotonic. Until a time in the future no token is added. */
  readonly atMs: number;
  /** Tokens that are added per second: fewer than the limit after a restart. */
  readonly perSecond: number;
  /** Each answer raises a reduced rate by this share of the limit. */
  readonly step: number;
}

/** A reduced rate at first, and how fast it rises, as shares of the limit. */
interface SlowStart {
  readonly share: number;
  readonly step: number;
}

/** The service has asked for fewer requests: the whole rate comes back after about half a minute. */
export const AFTER_429: SlowStart = { share: 0.1, step: 0.01 };

/**
 * A service that has just recovered gets no burst, and the whole rate after two answers. The rate must not rise more
 * slowly. 20 ids must be fresh 10 s after an outage of 10 s, and the probe may come only 8 s after it.
 */
export const AFTER_OUTAGE: SlowStart = { share: 0.5, step: 0.25 };

/** Tolerates rounding: a sum of fractions of a token can fall short of 1. */
const ENOUGH = 1 - 1e-9;

export function fullBucket(limit: RateLimit, nowMs: number): TokenBucket {
  return { tokens: limit.burst, atMs: nowMs, perSecond: limit.perSecond, step: 0 };
}

/** The bucket with the tokens added until `nowMs`. A bucket with a reduced rate allows no bursts. */
export function refill(bucket: TokenBucket, limit: RateLimit, nowMs: number): TokenBucket {
  if (nowMs <= bucket.atMs) return bucket;
  const maxTokens = bucket.perSecond < limit.perSecond ? 1 : limit.burst;
  const tokens = Math.min(maxTokens, bucket.tokens + ((nowMs - bucket.atMs) * bucket.perSecond) / 1000);
  return { tokens, atMs: nowMs, perSecond: bucket.perSecond, step: bucket.step };
}

export function take({ tokens, atMs, perSecond, step }: TokenBucket): TokenBucket {
  return { tokens: Math.max(0, tokens - 1), atMs, perSecond, step };
}

export function readyAt(bucket: TokenBucket): number {
  return bucket.tokens >= ENOUGH ? bucket.atMs : bucket.atMs + ((1 - bucket.tokens) * 1000) / bucket.perSecond;
}

/** No request before `atMs`, no burst, and from then on a reduced rate. */
export function restart(bucket: TokenBucket, limit: RateLimit, atMs: number, { share, step }: SlowStart): TokenBucket {
  // The last request may be a moment ago, so the bucket may have less than one token.
  const { tokens } = refill(bucket, limit, atMs);
  return { tokens: Math.min(1, tokens), atMs, perSecond: limit.perSecond * share, step };
}

/** After an answer, a reduced rate rises by one step. */
export function speedUp(bucket: TokenBucket, limit: RateLimit, nowMs: number): TokenBucket {
  const perSecond = Math.min(limit.perSecond, bucket.perSecond + limit.perSecond * bucket.step);
  return { ...refill(bucket, limit, nowMs), perSecond };
}
