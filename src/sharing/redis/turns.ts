import type { Redis } from 'ioredis';
import type { RateLimit } from '../../core/polling/token-bucket.js';
import type { Clock } from '../../core/shared/clock.js';
import type { TurnRequest } from '../engine.js';
import type { GroupKeys } from './group-keys.js';

/** With a fast rate, a member takes the turns of this time at once. */
const BATCH_MS = 10;

/** A member without urgent requests lets the others take the next turn first, for this time. */
const COURTESY_MS = 10;

/**
 * Takes tokens from a bucket. The key holds the time at which the bucket is full again, in microseconds of Redis (the
 * generic cell rate algorithm: https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm). If the clock of Redis jumps
 * back, a time that is too far ahead counts as an empty bucket.
 * @returns how many tokens it takes. If the bucket is empty, it returns 0 and the milliseconds until the next token
 */
const TAKE = `
local interval, burst, count = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local last = tonumber(redis.call('GET', KEYS[1]) or 0) or 0
local full = math.max(now, math.min(last, now + burst * interval))
local free = (now - full) / interval + burst
local taken = math.max(0, math.min(math.floor(free + 0.000001), count))
full = full + taken * interval
if taken > 0 or full < last then
  redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
end
if taken > 0 then return { taken, 0 } end
return { 0, math.ceil((1 - free) * interval / 1000) }`;

/**
 * Returns a number greater than all earlier numbers, even after Redis lost its data: the number is at least the time in
 * microseconds. A double counts microseconds exactly until the year 2255. A kept number that is days ahead of the time does
 * not count: another program has written it, and members accept no such number.
 */
const COUNT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local count, after = tonumber(ARGV[1]), tonumber(ARGV[2])
local last = tonumber(redis.call('GET', KEYS[1]) or 0) or 0
if last > now + 172800000000 then last = 0 end
last = string.format('%.0f', math.max(last + count, after + count, now))
redis.call('SET', KEYS[1], last)
return last`;

interface Waiting extends TurnRequest {
  readonly resolve: (numbers: readonly number[]) => void;
  readonly reject: (error: Error) => void;
}

/** Takes turns of the shared rate, for all requests of this member together. */
export function createTurns(client: Redis, keys: GroupKeys, rate: RateLimit, clock: Clock) {
  // While a bucket is full, it loses turns.
  const fillMs = (rate.burst * 1000) / rate.perSecond;
  const batchMs = Math.min(BATCH_MS, fillMs / 2);
  let waiting: Waiting[] = [];
  let refusals = 0;
  let cancelWait: (() => void) | undefined;
  let isAsking = false;

  async function ask(): Promise<void> {
    if (isAsking || cancelWait !== undefined || waiting.length === 0) return;
    isAsking = true;
    try {
      const wanted = Math.min(
        rate.burst,
        waiting.reduce((sum, { count }) => sum + count, 0),
      );
      const after = Math.max(...waiting.map((request) => request.after));
      // A number that is not used leaves a gap, which is harmless. Both commands go in one round trip.
      const [answer, last] = await Promise.all([
        client.eval(TAKE, 1, keys.rate, 1_000_000 / rate.perSecond, rate.burst, wanted),
        client.eval(COUNT, 1, keys.number, wanted, after),
      ]);
      const [taken, waitMs] = answer as [number, number];
      give(taken, Number(last) - wanted);
      refusals = taken === 0 ? refusals + 1 : 0;
      const isRefused = taken === 0 && waiting.length > 0; // A member that left meanwhile has no requests.
      if (isRefused) cancelWait = clock.schedule(askAgain, Math.max(waitMs, batchMs) + courtesy());
    } catch (error) {
      rejectAll(error as Error);
    } finally {
      isAsking = false;
    }
    void ask();
  }

  /** Without this wait, the member whose timer is first would take every turn. */
  function courtesy(): number {
    return waiting.some(({ isUrgent }) => isUrgent) ? 0 : Math.min(COURTESY_MS, fillMs / 4) / refusals;
  }

  function askAgain(): void {
    cancelWait = undefined;
    void ask();
  }

  function give(count: number, before: number): void {
    let left = count;
    let number = before;
    // Sorting is stable. A request that came meanwhile may know a greater number.
    const ready = waiting
      .filter(({ after }) => after <= before)
      .sort((a, b) => Number(b.isUrgent) - Number(a.isUrgent));
    for (const request of ready) {
      if (left === 0) break;
      const turns = Math.min(left, request.count);
      left -= turns;
      waiting.splice(waiting.indexOf(request), 1);
      request.resolve(Array.from({ length: turns }, () => ++number));
    }
  }

  function rejectAll(error: Error): void {
    cancelWait?.();
    cancelWait = undefined;
    const rejected = waiting;
    waiting = [];
    for (const { reject } of rejected) reject(error);
  }

  return {
    acquire: (request: TurnRequest): Promise<readonly number[]> =>
      new Promise((resolve, reject) => {
        waiting.push({ ...request, resolve, reject });
        void ask();
      }),
    rejectAll,
  };
}
