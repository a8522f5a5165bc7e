import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { buildWorker } from '../support/build-worker.js';
import { infoOfCli } from '../support/redis-programs.js';
import { startRedisServer } from '../support/redis-server.js';
import { forkWorker } from './replica-group.js';
import { findDuplicates, groupById, longestGapMs } from './replica-measures.js';
import type { ScaleReport, ScaleTask } from './replica-scale-worker.js';
import { type Poll, startCountingService } from './replica-service.js';

/** A size of a fleet, and how long its polls are counted. */
export interface Size {
  readonly ids: number;
  readonly everyMs: number;
  readonly measuredMs: number;
}

/** @param members 0 for one process without sharing */
async function measure({ ids, everyMs, measuredMs }: Size, members: number) {
  const service = await startCountingService(false);
  const redis = members === 0 ? undefined : await startRedisServer();
  const worker = await buildWorker('test/prove/replica-scale-worker.ts');
  const perSecond = Math.ceil(Math.max(50, (ids / everyMs) * 1000 * 1.5));
  const task: ScaleTask = { baseUrl: service.url, redis: redis?.url, ids, everyMs, perSecond };
  const children = Array.from({ length: Math.max(1, members) }, () => forkWorker<ScaleReport>(worker, task));
  const end = async (): Promise<void> => {
    for (const { child } of children) child.kill('SIGKILL');
    await service[Symbol.asyncDispose]();
    await redis?.close();
  };
  onTestFinished(end);

  const reports = async (): Promise<ScaleReport[]> => Promise.all(children.map(({ report }) => report()));
  await expect
    .poll(async () => (await reports()).map(({ fresh }) => fresh), { timeout: 240_000, interval: 1000 })
    .toEqual(children.map(() => ids));
  // The first polls come all at once. After one more interval the ids are spread.
  await sleep(everyMs * 1.2);
  const infoBefore = redis && (await infoOfCli(redis.port));
  const before = await reports();
  const startMs = performance.now();
  await sleep(measuredMs);
  const endMs = performance.now();
  const polls = [...groupById(service.polls).values()];
  const after = await reports();
  const infoAfter = redis && (await infoOfCli(redis.port));
  await end();

  const micros = after.map(({ processorMicros }, at) => processorMicros - (before[at]?.processorMicros ?? 0));
  const isCounted = ({ atMs }: Poll): boolean => atMs >= startMs && atMs < endMs;
  const total = service.polls.filter(isCounted).length;
  const duplicates = polls.flatMap((each) => findDuplicates(each, 0.4 * everyMs)).filter(isCounted);
  const longestMs = polls.reduce((longest, each) => Math.max(longest, longestGapMs(each, startMs, endMs)), 0);
  const redisMicros = redisProcessor(infoAfter) - redisProcessor(infoBefore);
  return {
    members: members === 0 ? 'one, without sharing' : String(members),
    ids,
    pollsPerSecond: round((total / measuredMs) * 1000),
    // As a share of the polls that one process sends.
    ofOneProcess: round(total / ((ids * measuredMs) / everyMs)),
    duplicatePercent: round((100 * duplicates.length) / total),
    longestGapIntervals: round(longestMs / everyMs),
    memberMicrosPerPoll: Math.round(micros.reduce((sum, each) => sum + each, 0) / total),
    redisMicrosPerPoll: Math.round(redisMicros / total),
    redisBytesPerId: Math.round(Number(infoAfter?.get('used_memory_dataset') ?? 0) / ids),
    memberMegabytes: Math.round(Math.max(...after.map(({ rssBytes }) => rssBytes)) / 1e6),
    load: round(loadavg()[0] ?? 0),
  };
}

/** Measures some counts of replicas, and fails unless each id is polled once an interval. */
export async function expectEqualPolls(size: Size, memberCounts: readonly number[]): Promise<void> {
  const rows: Awaited<ReturnType<typeof measure>>[] = [];
  for (const members of memberCounts) rows.push(await measure(size, members));
  console.table(rows);
  for (const row of rows) {
    expect(row.ofOneProcess, row.members).toBeGreaterThan(0.95);
    expect(row.ofOneProcess, row.members).toBeLessThan(1.03);
    expect(row.duplicatePercent, row.members).toBeLessThan(1);
    expect(row.longestGapIntervals, row.members).toBeLessThan(2);
  }
}

const round = (value: number): number => Math.round(value * 100) / 100;

function redisProcessor(info: ReadonlyMap<string, string> | undefined): number {
  return (Number(info?.get('used_cpu_user') ?? 0) + Number(info?.get('used_cpu_sys') ?? 0)) * 1e6;
}
