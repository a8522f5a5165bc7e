import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Packages } from './load-packages.js';

/** The lock of a shard expires this long after its last renewal. */
export const LOCK_MS = 1000;

/** Two checks in sequence find a shard without lock: the first marks it, the second frees it. */
const STALLED_CHECK_MS = 200;

/** BullMQ writes its events to a stream that nothing here reads. */
const MAX_EVENTS = 100;

/** BullMQ counts how often a job lost its lock, over the whole life of the job. A shard has no limit. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

const QUEUE = 'shards';

export interface TakenShard {
  readonly shard: number;
  readonly token: string;
  readonly job: Job;
}

export interface ShardSettings {
  readonly client: Redis;
  readonly prefix: string;
  readonly shards: number;
  readonly member: string;
}

/** The shards of a group. Each shard is a job of BullMQ that never completes. */
export type ShardJobs = Awaited<ReturnType<typeof openShardJobs>>;

/**
 * Opens the jobs on a client that is ready. Jobs are fetched one by one, so that a member takes no more than its share.
 * Locks are renewed here rather than by BullMQ, so that the time of the last renewal is known.
 */
export async function openShardJobs({ Queue, Worker, createRedisBackend }: Packages, settings: ShardSettings) {
  const { client: connection, prefix, shards, member } = settings;
  const shared = { connection, prefix, skipVersionCheck: true };
  const locks = { lockDuration: LOCK_MS, stalledInterval: STALLED_CHECK_MS, maxStalledCount: NO_LIMIT };
  // The default backend opens a second connection for blocking commands, which nothing here sends.
  const worker = new Worker(QUEUE, null, { ...shared, ...locks }, (name, options) => createRedisBackend(name, options));
  ignoreErrors(worker);
  const close = (): Promise<void> => worker.close(true);
  await worker.waitUntilReady().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  let serial = 0;

  async function takeOne(): Promise<TakenShard | undefined> {
    const token = `${member}-${serial++}`;
    const job = await worker.getNextJob(token, { block: false });
    const shard = Number(job?.id?.slice(JOB_ID.length));
    return job === undefined ? undefined : { shard, token, job };
  }

  return {
    /** Two lists of BullMQ that together contain each job once, and its key for the pause between two checks for lost locks. */
    keys: { waiting: worker.toKey('wait'), active: worker.toKey('active'), pause: worker.toKey('stalled-check') },
    /** Takes up to `count` shards that wait. */
    take: async (count: number) => {
      const taken = await Promise.all(Array.from({ length: count }, takeOne));
      return taken.filter((shard) => shard !== undefined);
    },
    /** Renews the locks. Returns the shards whose lock is lost. */
    async renew(taken: readonly TakenShard[]) {
      const ids = taken.map(({ shard }) => jobId(shard));
      const lost = await worker.extendJobLocks(
        ids,
        taken.map(({ token }) => token),
        LOCK_MS,
      );
      return new Set(taken.filter((_, index) => lost.includes(ids[index] ?? '')).map(({ shard }) => shard));
    },
    /** Frees the shards whose members did not renew their locks, so that they wait for a member. */
    freeStalled: async () => void (await worker.getBackend().moveStalledJobsToWait()),
    giveBack: async ({ job, token }: TakenShard) => void (await job.moveToWait(token)),
    async addAll() {
      const queue = new Queue(QUEUE, { ...shared, streams: { events: { maxLen: MAX_EVENTS } } });
      ignoreErrors(queue);
      try {
        // BullMQ ignores the ids of jobs that exist.
        await queue.addBulk(
          Array.from({ length: shards }, (_, shard) => ({ name: 'shard', data: {}, opts: { jobId: jobId(shard) } })),
        );
      } finally {
        await queue.close();
      }
    },
    close,
  };
}

/** BullMQ refuses ids that are integers. */
const JOB_ID = 'shard-';
const jobId = (shard: number): string => `${JOB_ID}${shard}`;

/** Each failure also rejects the pending call. */
function ignoreErrors(emitter: { on(event: 'error', listener: () => void): unknown }): void {
  emitter.on('error', () => {});
}
