import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { startRedisServer, type RedisServer } from '../../support/redis-server.js';
import { startMemberProcess, type MemberProcess } from './member-process.js';
import { KEYS } from './member-report.js';

/** Joins that many processes, and waits until they share all keys evenly. */
async function startGroup(server: RedisServer, scope: string, count: number): Promise<MemberProcess[]> {
  const members = await Promise.all(Array.from({ length: count }, () => startMemberProcess(server.url, scope)));
  await expectShared(members);
  return members;
}

/** Waits until the processes know each other and each key has one owner. */
function expectShared(members: readonly MemberProcess[]): Promise<void> {
  return eventually(() => {
    for (const { report } of members) expect(report).toMatchObject({ state: 'joined', others: members.length - 1 });
    expect(members.flatMap(({ report }) => report?.owned ?? []).toSorted()).toEqual(KEYS.toSorted());
  });
}

/** Fails if a process wrote to its console, as a warning or an unhandled rejection does. */
function expectSilent(members: readonly MemberProcess[]): void {
  expect(members.map(({ errorOutput }) => errorOutput)).toEqual(members.map(() => ''));
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const elapsed = async (task: Promise<unknown>): Promise<number> => {
  const startMs = performance.now();
  await task;
  return performance.now() - startMs;
};

describe.runIf(inject('hasRedisServer'))('members in processes of their own', () => {
  let server: RedisServer;

  beforeAll(async () => void (server = await startRedisServer()));
  afterAll(() => server.close());

  it('share the keys evenly, take over the keys of a killed member, and own nothing after SIGSTOP', async () => {
    const members = await startGroup(server, 'members', 2);
    members.push(await startMemberProcess(server.url, 'members'));
    await expectShared(members);
    // 21 or 22 of 64 shards each; the keys vary more than the shards.
    for (const { report } of members) expect(report?.owned.length).toBeGreaterThan(KEYS.length / 5);

    const [killed, ...others] = members;
    killed?.signal('SIGKILL');
    expect(await elapsed(expectShared(others))).toBeLessThan(3000);

    const [first, second] = others;
    if (first === undefined || second === undefined) return expect.unreachable();
    first.signal('SIGSTOP');
    await eventually(() => expect(second.report?.owned).toHaveLength(KEYS.length));
    const before = first.reports.length;
    await wait(1500);
    first.signal('SIGCONT');
    await expectShared(others);
    // The first report after the stop is made before the process reads an answer.
    const afterStop = first.reports.slice(before).find(({ pauseMs }) => pauseMs > 1000);
    expect(afterStop?.owned).toEqual([]);
    expectSilent(others);
  });

  it('leave nothing that keeps their process alive, even while Redis is stopped', async () => {
    const members = await startGroup(server, 'left', 3);
    const [first, second, third] = members;
    if (first === undefined || second === undefined || third === undefined) return expect.unreachable();
    first.leave();
    expect(await elapsed(expectShared([second, third]))).toBeLessThan(1000);
    expect(await first.ended).toBe(0);
    server.pause();
    second.leave();
    expect(await elapsed(second.ended)).toBeLessThan(3000);
    await eventually(() => expect(third.report?.state).toBe('lost'));
    third.leave();
    expect(await elapsed(third.ended)).toBeLessThan(3000);
    server.resume();
    expectSilent(members);
  });
});
