import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { describeRedisFailure } from '../../../src/sharing/redis/describe-failure.js';
import { groupIdentity, groupKeys } from '../../../src/sharing/redis/group-keys.js';
import { planShards, shardOf } from '../../../src/sharing/redis/shard-plan.js';
import { readBatches, resumeFrom, type StreamEntry } from '../../../src/sharing/redis/stream-entries.js';
import { createTurns } from '../../../src/sharing/redis/turns.js';
import { createManualClock } from '../../support/manual-clock.js';

it('the plan of shards lets each of three members hold a third', () => {
  const three = { shards: 64, held: 0, waiting: 64, isWilling: true, members: 3, willing: 3 };
  expect(planShards(three)).toEqual({ take: 22, give: 0 });
  expect(planShards({ ...three, held: 64, waiting: 0 })).toEqual({ take: 0, give: 42 });
  expect(planShards({ ...three, held: 21, waiting: 0 })).toEqual({ take: 0, give: 0 });
});

it('the shard of a key is the same in every version', () => {
  // Members of two versions could otherwise poll the same key.
  expect(['', 'a', 'database-1', '/vector-indices', 'ä'].map((key) => shardOf(key, 64))).toEqual([5, 44, 26, 21, 51]);
});

describe('the entries of streams', () => {
  const entry = (id: string, from: string, serial: number, messages: unknown = [serial]): StreamEntry => [
    id,
    ['f', from, 'n', String(serial), 'm', JSON.stringify(messages)],
  ];

  it('are read in the order in which a member sent them to two streams', () => {
    const batches = readBatches([
      ['all', [entry('5-0', 'a', 1), entry('7-0', 'b', 0), entry('7-1', 'a', 3)]],
      ['own', [entry('6-0', 'a', 2), entry('7-0', 'a', 4)]],
    ]);
    expect(batches.filter(({ from }) => from === 'a').map(({ serial }) => serial)).toEqual([1, 2, 3, 4]);
    expect(batches.map(({ atMs }) => atMs)).toEqual([5, 6, 7, 7, 7]);
  });

  it('are left out if another program wrote them', () => {
    const foreign: StreamEntry[] = [
      ['1-0', []],
      ['2-0', ['f', 'a']],
      ['3-0', ['f', 'a', 'n', 'x', 'm', '[]']],
      ['4-0', ['f', 'a', 'n', '1', 'm', '{']],
      ['5-0', ['f', 'a', 'n', '1', 'm', '{}']],
      ['6-0', ['x', 'f', 'f', 'a', 'n', '1', 'm', '["right"]']],
    ];
    expect(readBatches([['all', foreign]])).toEqual([{ from: 'a', serial: 1, messages: ['right'], atMs: 6 }]);
  });

  it('are read from the last id, or from the beginning of a stream that lost it', () => {
    expect(resumeFrom('5-1', '5-1')).toBe('5-1');
    expect(resumeFrom('5-1', '10-0')).toBe('5-1');
    expect(resumeFrom('5-1', '5-0')).toBe('0-0');
    expect(resumeFrom('10-0', '9-5')).toBe('0-0');
    expect(resumeFrom('5-1', undefined)).toBe('0-0');
  });
});

it('a refused turn is asked for again, and a member that leaves while Redis is asked keeps no timer', async () => {
  const keys = groupKeys('scope', groupIdentity({ service: 'service', account: 'account' }), 64);
  const clock = createManualClock();
  // Redis refuses every turn for 100 ms.
  const client = { eval: (script: string) => Promise.resolve(script.includes('burst') ? [0, 100] : 1) };
  const turns = createTurns(client as unknown as Redis, keys, { perSecond: 10, burst: 1 }, clock);
  const acquire = () => turns.acquire({ count: 1, isUrgent: false, after: 0 });
  const leave = (): void => turns.rejectAll(new Error('The fleet has left its group.'));
  acquire().catch(() => {});
  await clock.advance(0);
  expect(clock.pending).toBe(1);
  leave();
  const turn = acquire();
  leave();
  await expect(turn).rejects.toThrow('left its group');
  await clock.advance(0);
  expect(clock.pending).toBe(0);
});

describe('the description of a failure', () => {
  it.each([
    ['MOVED 5798 10.0.0.1:6379', /cluster, which is not supported/],
    ['Command timed out', /does not answer/],
    ['Connection is closed: redis://user:CANARY@host', /^The connection to Redis is lost\.$/],
  ])('of %j names the cause', (message, expected) => {
    expect(describeRedisFailure(new Error(message))).toMatch(expected);
  });

  it('of another refusal has its word alone', () => {
    const refusal = Object.assign(new Error("ERR unknown command 'CANARY'"), { name: 'ReplyError' });
    expect(describeRedisFailure(refusal)).toBe('Redis refuses a command (ERR): check its version and its settings.');
  });

  it.each([
    ['ECONNREFUSED', /^Redis cannot be reached .ECONNREFUSED.: check that it runs at the address/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /TLS.*SELF_SIGNED/],
    ['a code CANARY', /^The connection to Redis is lost\.$/],
  ])('of the code %j names the cause', (code, expected) => {
    expect(describeRedisFailure(Object.assign(new Error('CANARY'), { code }))).toMatch(expected);
  });
});
