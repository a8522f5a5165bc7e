import { describe, expect, it } from 'vitest';
import { arrangeLimits } from '../../../../../src/apps/dashboard/page/detail/arrange-limits.js';
import { limitWords } from '../../../../../src/apps/dashboard/page/detail/limit-words.js';
import { selectSightings } from '../../../../../src/apps/dashboard/page/detail/select-sightings.js';
import { limitUsage } from '../../../../../src/core/limits/limit-usage.js';
import type { Usage } from '../../../../../src/core/limits/usage-sample.js';
import { decoded } from './decoded.js';

const GIB = 1024 ** 3;
const record = decoded(
  JSON.stringify({
    database_id: 'a',
    db_max_clients: 1000,
    db_memory_threshold: 3 * GIB,
    db_request_limit: 0,
    db_lua_timeout: 250_000_000,
    db_disk_threshold: -1,
  }).replace('"db_request_limit":0', '"db_request_limit":8024278031528736858'),
);

const wordsOf = (field: string, usage: Usage = {}, of: object = record) => {
  const limit = limitUsage(of as typeof record, usage).find((each) => each.field === field);
  if (limit === undefined) throw new Error(`no limit ${field}`);
  return limitWords(limit, of);
};

describe('a limit in words', () => {
  it('says how much of it is used, in units, and in all digits', () => {
    expect(wordsOf('db_memory_threshold', { db_memory_threshold: 1.5 * GIB })).toEqual({
      explanation: 'Memory that the database may use.',
      amount: '1.5 GiB of 3 GiB',
      share: '50 % used',
      remaining: '1.5 GiB left',
      exact: '1,610,612,736 bytes of 3,221,225,472 bytes',
    });
  });

  it('says a limit alone where its use is not known, never that none of it is used', () => {
    const { amount, share, remaining } = wordsOf('db_max_clients');
    expect([amount, share, remaining]).toEqual(['1,000', undefined, undefined]);
    expect(wordsOf('db_lua_timeout')).toMatchObject({ amount: '250 ms', exact: '250,000,000 ns' });
  });

  it('has all digits of a limit beyond 2^53, and of what is left of it', () => {
    expect(wordsOf('db_request_limit', { db_request_limit: 5_200_000_000_001 })).toMatchObject({
      amount: '5,200,000,000,001 of 8,024,278,031,528,736,858',
      remaining: '8,024,272,831,528,736,857 left',
    });
  });

  it('never has less than nothing left', () => {
    expect(wordsOf('db_max_clients', { db_max_clients: 1200 })).toMatchObject({
      share: '120 % used',
      remaining: '0 left',
    });
    expect(wordsOf('db_request_limit', { db_request_limit: 9_007_199_254_740_991 })).toMatchObject({
      remaining: '8,015,270,832,273,995,867 left',
    });
  });

  it('says that a limit is not known', () => {
    expect(wordsOf('db_disk_threshold').amount).toBe('unknown');
    expect(wordsOf('db_disk_threshold', { db_disk_threshold: GIB }).amount).toBe('1 GiB of an unknown limit');
  });

  it('says that there is no limit', () => {
    const index = { id: 'i', max_monthly_bandwidth: -1 };
    expect(wordsOf('max_monthly_bandwidth', {}, index).amount).toBe('unlimited');
    expect(wordsOf('max_monthly_bandwidth', { max_monthly_bandwidth: GIB }, index)).toEqual({
      explanation: 'Bytes that may be transferred within a month.',
      amount: '1 GiB, unlimited',
      exact: '1,073,741,824 bytes, unlimited',
    });
  });
});

describe('the limits of a resource', () => {
  it('are parted by whether their use is known, in their order', () => {
    const { used, unused } = arrangeLimits(limitUsage(record, { db_max_clients: 0, db_max_entry_size: 5 }));
    expect(used.map(({ field }) => field)).toEqual(['db_max_clients', 'db_max_entry_size']);
    expect(unused).toHaveLength(10);
  });

  it('say once when they were seen, where that was at one time and by one source', () => {
    const at = 1_760_000_000_000;
    const seen = (source: string) => ({ used: 1, at, source });
    const usage = { db_max_clients: seen('probe'), db_memory_threshold: seen('probe') };
    const { used } = arrangeLimits(limitUsage(record, usage));
    expect(selectSightings(used, usage).common).toEqual({ at, source: 'probe' });

    const others = { ...usage, db_max_clients: seen('someone') };
    const { common, of } = selectSightings(used, others);
    expect(common).toBeUndefined();
    expect(used.map((limit) => of(limit).source)).toEqual(['someone', 'probe']);
    expect(selectSightings([], undefined).common).toBeUndefined();
  });
});
