import type { Redis } from 'ioredis';
import type { Clock } from '../../core/shared/clock.js';
import { createHeldShards } from './held-shards.js';
import type { Packages } from './load-packages.js';
import type { Registry } from './registry.js';
import { openShardJobs, type ShardJobs } from './shard-jobs.js';
import { planShards } from './shard-plan.js';

interface KeeperSettings {
  readonly client: Redis;
  readonly prefix: string;
  readonly shards: number;
  readonly member: string;
  readonly clock: Clock;
  readonly registry: Registry;
}

/** Keeps the share of this member. */
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
     * @returns whether `owns` has changed, and how many shards were given back
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
      return { facts, isChanged: hasLapsed || held.list() !== before, given: plan.give };
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
