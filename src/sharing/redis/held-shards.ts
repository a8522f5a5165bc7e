import type { Clock } from '../../core/shared/clock.js';
import { LOCK_MS, type ShardJobs, type TakenShard } from './shard-jobs.js';
import { shardOf } from './shard-plan.js';

/** The member stops polling this long before its lock can expire. */
const MARGIN_MS = 100;

interface Lease extends TakenShard {
  /** The lock exists until then at least, monotonic. */
  readonly untilMs: number;
}

/** The shards that this member holds, with the time until which it may poll them. */
export function createHeldShards(clock: Clock, shards: number) {
  const leases = new Map<number, Lease>();

  // The lock begins when Redis answers, which is later than the request.
  const leaseEnd = (askedMs: number): number => askedMs + LOCK_MS - MARGIN_MS;

  return {
    get size(): number {
      return leases.size;
    },
    /** Names the shards, for comparison. */
    list: () => [...leases.keys()].join(),
    owns(key: string) {
      const lease = leases.get(shardOf(key, shards));
      return lease !== undefined && clock.monotonic() < lease.untilMs;
    },
    /**
     * Renews all locks, and forgets the shards whose lock is lost.
     *
     * @returns whether `owns` was `false` for a shard meanwhile
     */
    async renew(jobs: ShardJobs) {
      const held = [...leases.values()];
      if (held.length === 0) return false;
      const untilMs = leaseEnd(clock.monotonic());
      const lost = await jobs.renew(held);
      const nowMs = clock.monotonic();
      for (const lease of held) {
        if (lost.has(lease.shard)) leases.delete(lease.shard);
        else leases.set(lease.shard, { ...lease, untilMs });
      }
      return held.some((lease) => lease.untilMs <= nowMs);
    },
    async take(jobs: ShardJobs, count: number) {
      const untilMs = leaseEnd(clock.monotonic());
      for (const taken of await jobs.take(count)) leases.set(taken.shard, { ...taken, untilMs });
    },
    /** Gives the shards back that were taken last. */
    async giveBack(jobs: ShardJobs, count: number) {
      const given = count === 0 ? [] : [...leases.values()].slice(-count);
      for (const { shard } of given) leases.delete(shard);
      // A lock that is lost already is no failure: another member frees the shard.
      await Promise.allSettled(given.map((lease) => jobs.giveBack(lease)));
    },
  };
}
