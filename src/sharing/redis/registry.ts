import type { Redis } from 'ioredis';
import type { GroupKeys } from './group-keys.js';
import { HISTORY_MS } from './message-sender.js';
import type { ShardJobs } from './shard-jobs.js';

/** A member without a heartbeat is gone after this time. */
const MEMBER_MS = 1200;

/** The group's keys expire when the last member is gone for this long. */
const GROUP_MS = 600_000;

export type Registry = ReturnType<typeof createRegistry>;

/**
 * All times come from the clock of Redis, so the clocks of the members do not matter. After a failover, the clock of
 * the new server may be behind. Then a member whose time is too far in the future is forgotten until its next
 * heartbeat. A pause between two checks for lost locks is ended if it would last too long.
 */
const BEAT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local id, isWilling, ttl, groupTtl, historyMs = ARGV[1], ARGV[2] == '1', tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])
for at = 1, 2 do
  redis.call('ZREMRANGEBYSCORE', KEYS[at], '-inf', now)
  redis.call('ZREMRANGEBYSCORE', KEYS[at], '(' .. now + ttl, '+inf')
end
redis.call('ZADD', KEYS[1], now + ttl, id)
if isWilling then redis.call('ZADD', KEYS[2], now + ttl, id) else redis.call('ZREM', KEYS[2], id) end
redis.call('XTRIM', KEYS[3], 'MINID', '~', string.format('%.0f', now - historyMs))
if redis.call('PTTL', KEYS[6]) > ttl then redis.call('DEL', KEYS[6]) end
for at = 1, 3 do redis.call('PEXPIRE', KEYS[at], groupTtl) end
return {
  redis.call('ZRANGE', KEYS[1], 0, -1),
  redis.call('ZCARD', KEYS[2]),
  redis.call('LLEN', KEYS[4]),
  redis.call('LLEN', KEYS[5]),
  redis.call('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1),
  now
}`;

/**
 * `members` includes this member. `waiting` shards are held by no member, `active` shards by a member. `newest` has the
 * id of the newest message for all members, if there is one. `redisMs` is the time of Redis, Unix milliseconds.
 */
type Beat = [members: string[], willing: number, waiting: number, active: number, newest: [string][], redisMs: number];

/** The members of the group: each sends heartbeats. */
export function createRegistry(client: Redis, keys: GroupKeys, id: string) {
  return {
    async beat(jobs: ShardJobs, isWilling: boolean) {
      const names = [keys.members, keys.willing, keys.messages, jobs.keys.waiting, jobs.keys.active, jobs.keys.pause];
      const parameters = [id, isWilling ? 1 : 0, MEMBER_MS, GROUP_MS, HISTORY_MS];
      const answer = await client.eval(BEAT, names.length, ...names, ...parameters);
      const [members, willing, waiting, active, newest, redisMs] = answer as Beat;
      return { members, willing, waiting, active, newestId: newest[0]?.[0], redisMs };
    },
    async leave() {
      await Promise.all([
        client.zrem(keys.members, id),
        client.zrem(keys.willing, id),
        client.del(keys.messagesTo(id)),
      ]);
    },
  };
}
