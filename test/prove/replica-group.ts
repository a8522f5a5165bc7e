import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, vi } from 'vitest';
import type { RateLimit } from '../../src/core/polling/token-bucket.js';
import { buildWorker } from '../support/build-worker.js';
import { startServer } from '../sharing/redis/test-member.js';
import type { RedisServerOptions } from '../support/redis-server.js';
import { createTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import type { ReplicaCommand, ReplicaTask } from './replica-messages.js';
import { startCountingService } from './replica-service.js';
import type { ReplicaReport } from './replica-worker.js';

export type Replica = ReturnType<typeof startReplica>;

export type ReplicaGroup = Awaited<ReturnType<typeof startReplicaGroup>>;

export interface ReplicaGroupOptions {
  readonly redis?: RedisServerOptions | undefined;
  readonly rate?: RateLimit | undefined;
  /** How far the wall clock of each process is ahead. */
  readonly clocksAheadMs?: readonly number[] | undefined;
}

/** Ids that all processes want, and ids that only one of them wants. */
const COMMON = Array.from({ length: 240 }, (_, at) => `common-${at}`);
const OWN_IDS = 20;

const WAIT = { timeout: 90_000, interval: 50 };

/** Starts Redis, the service and the processes. All end with the test. */
export async function startReplicaGroup(options: ReplicaGroupOptions) {
  const { rate = { perSecond: 250, burst: 50 }, clocksAheadMs = [0, 0, 0] } = options;
  const worker = await buildWorker('test/prove/replica-worker.ts');
  const redis = await startServer(options.redis);
  const service = await startCountingService();
  onTestFinished(() => service[Symbol.asyncDispose]());
  /** The processes that were not killed, and have not left. */
  const replicas: Replica[] = [];
  let started = 0;

  /** Starts a process, and waits until it runs. It joins by itself. */
  async function start(clockAheadMs = 0): Promise<Replica> {
    const name = `member-${(started += 1)}`;
    const proxy = await createTcpProxy(redis.port);
    const own = Array.from({ length: OWN_IDS }, (_, at) => `${name}-${at}`);
    const task: ReplicaTask = {
      name,
      baseUrl: service.url,
      redisUrl: `redis://127.0.0.1:${proxy.port}`,
      ids: [...COMMON, ...own],
      rate,
      clockAheadMs,
    };
    const replica = startReplica(worker, task, proxy);
    onTestFinished(() => replica.kill());
    await replica.report();
    replicas.push(replica);
    return replica;
  }

  /** Waits until all processes share, and show each id. */
  async function expectShared(): Promise<void> {
    await vi.waitFor(async () => {
      const reports = await Promise.all(replicas.map((replica) => replica.report()));
      for (const { sharing, stale } of reports) {
        expect(sharing).toEqual({ state: 'sharing', members: replicas.length });
        expect(stale).toEqual([]);
      }
    }, WAIT);
  }

  await Promise.all(clocksAheadMs.map(start));
  await expectShared();
  /** Removes a process that ends from `replicas`. */
  const remove = (replica: Replica): void => void replicas.splice(replicas.indexOf(replica), 1);
  return { service, redis, replicas, rate, start, remove, expectShared };
}

/** Starts a process that sends a report when it is asked for one. A report rejects if the process ends. */
export function forkWorker<Report>(worker: string, task: object) {
  const child = fork(worker, [JSON.stringify(task)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  async function report(): Promise<Report> {
    const ended = exited.then((): never => {
      throw new Error('the process ended');
    });
    const answer = once(child, 'message');
    child.send('report');
    const [found] = await Promise.race([answer, ended]);
    return found as Report;
  }
  return { child, exited, report };
}

/** A fleet in a process of its own. @param proxy the way of this process to Redis */
function startReplica(worker: string, task: ReplicaTask, proxy: TcpProxy) {
  const { child, exited, report } = forkWorker<ReplicaReport>(worker, task);
  return {
    name: task.name,
    ids: task.ids,
    proxy,
    report,
    signal: (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => void child.kill(signal),
    /** Leaves the group. Resolves with the exit code of the process. */
    async leave() {
      child.send('leave' satisfies ReplicaCommand);
      const [code] = await exited;
      return code as number | null;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
