import type { Clock } from '../../core/shared/clock.js';
import type { Packages } from './load-packages.js';
import type { Registry } from './registry.js';
import { LOCK_MS, openShardJobs, type ShardJobs, type ShardSettings, type TakenShard } from './shard-jobs.js';
import { planShards, shardOf } from './shard-plan.js';

interface KeeperSettings extends ShardSettings {
  readonly clock: Clock;
  readonly registry: Registry;
}

/** Takes and renews the shards of this member, as many as its share. */
export function createShardKeeper(packages: Packages, settings: KeeperSettings) {
  const { shards, clock, registry } = settings;
  const held = createHeldShards(clock, shards);
  let jobs: ShardJobs | undefined;
  let isClosed = false;

  return {
    owns: held.owns,
    /**
     * Renews the locks, reads the group, and takes shards or gives some back, so that all members hold equally many.
     *
     * @returns the group, when Redis was asked for it (monotonic), whether `owns` has changed, and how many shards were
     *   given back
     * @throws Error of ioredis when Redis does not answer or refuses
     */
    async beat(isWilling: boolean) {
      jobs ??= await openShardJobs(packages, settings);
      if (isClosed) {
        await jobs.close();
        throw new Error('The fleet has left its group.');
      }
      const before = held.list();
      const [hasLapsed] = await Promise.all([held.renew(jobs), jobs.freeStalled()]);
      const askedMs = clock.monotonic();
      const facts = await registry.beat(jobs, isWilling);
      const { active, members, willing } = facts;
      let { waiting } = facts;
      // Redis is new, or has lost its data.
      if (waiting + active < shards) {
        await jobs.addAll();
        waiting = shards - active;
      }
      const plan = planShards({ shards, held: held.size, waiting, isWilling, members: members.length, willing });
      await held.giveBack(jobs, plan.give);
      if (plan.take > 0) await held.take(jobs, plan.take);
      return { facts, askedMs, isChanged: hasLapsed || held.list() !== before, given: plan.give };
    },
    async giveAllBack() {
      if (jobs !== undefined) await held.giveBack(jobs, held.size);
    },
    async close() {
      isClosed = true;
      await jobs?.close();
    },
  };
}

/** The member stops polling this long before its lock can expire. */
const MARGIN_MS = 100;

interface Lease extends TakenShard {
  /** The lock exists until then at least, monotonic. */
  readonly untilMs: number;
}

/** The shards that this member holds, with the time until which it may poll them. */
function createHeldShards(clock: Clock, shards: number) {
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
