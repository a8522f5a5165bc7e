import type { Redis } from 'ioredis';
import type { RateLimit } from '../../core/polling/token-bucket.js';
import type { Packages } from './load-packages.js';

/** The rate of all members together. */
export function createSharedRate(
  { RateLimiterRedis, RateLimiterRes }: Packages,
  { client, key, rate }: { readonly client: Redis; readonly key: string; readonly rate: RateLimit },
) {
  const rateLimiter = new RateLimiterRedis({
    storeClient: client,
    keyPrefix: '',
    points: rate.burst,
    // The script has its own time. The limiter needs a duration that is not 0.
    duration: 1,
    customIncrTtlLuaScript: tokenBucketScript(rate),
  });
  return {
    /** Takes 1 to `count` tokens, or none and returns the time until there is one. */
    async take(count: number) {
      try {
        const { consumedPoints } = await rateLimiter.consume(key, count);
        return { taken: consumedPoints, waitMs: 0 };
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return { taken: 0, waitMs: error.msBeforeNext };
      }
    },
  };
}

/**
 * A token bucket in place of the limiter's fixed windows, two of which let through twice the burst at their border. The
 * key holds the time at which the bucket is full again, in microseconds of Redis (the generic cell rate algorithm:
 * https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm). If the clock of Redis jumps back, the bucket is empty at most.
 *
 * The script returns the tokens that it takes. If there is none, it returns more than the limiter's points and the time
 * until there is one, so that the limiter refuses.
 */
function tokenBucketScript({ perSecond, burst }: RateLimit): string {
  return `
local interval, burst = ${1_000_000 / perSecond}, ${burst}
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local last = tonumber(redis.call('GET', KEYS[1]) or 0)
local full = math.max(now, math.min(last, now + burst * interval))
local free = (now - full) / interval + burst
local taken = math.max(0, math.min(math.floor(free + 0.000001), tonumber(ARGV[1])))
full = full + taken * interval
if taken > 0 or full < last then
  redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
end
if taken > 0 then return { taken, 0 } end
return { burst + 1, math.ceil((1 - free) * interval / 1000) }`;
}
