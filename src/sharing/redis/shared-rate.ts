import type { Redis } from 'ioredis';
import type { RateLimit } from '../../core/polling/token-bucket.js';

/**
 * A token bucket. The key holds the time at which the bucket is full again, in microseconds of Redis (the generic cell rate
 * algorithm: https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm). If the clock of Redis jumps back, the bucket is
 * empty at most.
 *
 * Returns the tokens that it takes; if there is none, 0 and the milliseconds until there is one.
 */
const TAKE = `
local interval, burst, count = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local last = tonumber(redis.call('GET', KEYS[1]) or 0)
local full = math.max(now, math.min(last, now + burst * interval))
local free = (now - full) / interval + burst
local taken = math.max(0, math.min(math.floor(free + 0.000001), count))
full = full + taken * interval
if taken > 0 or full < last then
  redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
end
if taken > 0 then return { taken, 0 } end
return { 0, math.ceil((1 - free) * interval / 1000) }`;

/** Takes 1 to `count` tokens of the rate that all members share, or none and tells the time until there is one. */
export async function takeTokens(client: Redis, key: string, { perSecond, burst }: RateLimit, count: number) {
  const answer = await client.eval(TAKE, 1, key, 1_000_000 / perSecond, burst, count);
  const [taken, waitMs] = answer as [number, number];
  return { taken, waitMs };
}
