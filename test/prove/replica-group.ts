import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, vi } from 'vitest';
import type { RateLimit } from '../../src/core/polling/token-bucket.js';
import { buildWorker } from '../support/build-worker.js';
import { startRedisServer, type RedisServer, type RedisServerOptions } from '../support/redis-server.js';
import { createTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import type { ReplicaCommand, ReplicaReport, ReplicaTask } from './replica-messages.js';
import { startCountingService, type CountingService } from './replica-service.js';

/** A fleet in a process of its own. */
export interface Replica {
  readonly name: string;
  readonly ids: readonly string[];
  /** The way of this process to Redis. */
  readonly proxy: TcpProxy;
  report(): Promise<ReplicaReport>;
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Leaves the group. Resolves with the exit code of the process. */
  leave(): Promise<number | null>;
  /** Kills the process and waits for its end. */
  kill(): Promise<void>;
}

export interface ReplicaGroup {
  readonly service: CountingService;
  readonly redis: RedisServer;
  /** The processes that were not killed, and have not left. */
  readonly replicas: Replica[];
  readonly rate: RateLimit;
  /** Starts a process, and waits until it runs. It joins by itself. */
  start(clockAheadMs?: number): Promise<Replica>;
  /** Removes a process that ends from `replicas`. */
  remove(replica: Replica): void;
  /** Waits until all processes share, and show each id. */
  expectShared(): Promise<void>;
}

export interface ReplicaGroupOptions {
  readonly redis?: RedisServerOptions | undefined;
  readonly rate?: RateLimit | undefined;
  /** How far the wall clock of each process is ahead. */
  readonly clocksAheadMs?: readonly number[] | undefined;
}

export const INTERVAL_MS = 2000;

/** Ids that all processes want, and ids that only one of them wants. */
const COMMON = Array.from({ length: 240 }, (_, at) => `common-${at}`);
const OWN_IDS = 20;

const WAIT = { timeout: 90_000, interval: 50 };

/** Starts Redis, the service and the processes. All end with the test. */
export async function startReplicaGroup(options: ReplicaGroupOptions): Promise<ReplicaGroup> {
  const { rate = { perSecond: 250, burst: 50 }, clocksAheadMs = [0, 0, 0] } = options;
  const worker = await buildWorker('test/prove/replica-worker.ts');
  const redis = await startRedisServer(options.redis);
  onTestFinished(() => redis.close());
  const service = await startCountingService();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const replicas: Replica[] = [];
  let started = 0;

  async function start(clockAheadMs = 0): Promise<Replica> {
    const name = `member-${(started += 1)}`;
    const proxy = await createTcpProxy(redis.port);
    const own = Array.from({ length: OWN_IDS }, (_, at) => `${name}-${at}`);
    const task: ReplicaTask = {
      name,
      baseUrl: service.url,
      redisUrl: `redis://127.0.0.1:${proxy.port}`,
      scope: 'faults',
      ids: [...COMMON, ...own],
      everyMs: INTERVAL_MS,
      rate,
      clockAheadMs,
    };
    const replica = startReplica(worker, task, proxy);
    onTestFinished(async () => {
      await replica.kill();
      await proxy.close();
    });
    await replica.report();
    replicas.push(replica);
    return replica;
  }

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
  const remove = (replica: Replica): void => void replicas.splice(replicas.indexOf(replica), 1);
  return { service, redis, replicas, rate, start, remove, expectShared };
}

function startReplica(worker: string, task: ReplicaTask, proxy: TcpProxy): Replica {
  const child = fork(worker, [JSON.stringify(task)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const command = (text: ReplicaCommand): void => void child.send(text);
  return {
    name: task.name,
    ids: task.ids,
    proxy,
    async report() {
      const answer = once(child, 'message');
      command('report');
      const [report] = await answer;
      return report as ReplicaReport;
    },
    signal: (signal) => void child.kill(signal),
    async leave() {
      command('leave');
      const [code] = await exited;
      return code as number | null;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
