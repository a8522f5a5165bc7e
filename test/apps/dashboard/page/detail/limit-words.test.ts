import { describe, expect, it } from 'vitest';
import { limitWords, selectOrigins } from '../../../../../src/apps/dashboard/page/detail/select-fields.js';
import type { Database } from '../../../../../src/core/records/database.js';
import { decodeDatabase } from '../../../../../src/core/records/decode.js';
import { limitUsage } from '../../../../../src/core/limits/limit-usage.js';
import type { Usage } from '../../../../../src/core/limits/usage-sample.js';
import { describeMissingUsage } from '../../../../../src/apps/dashboard/page/detail/describe-missing-usage.js';
import { describeSource } from '../../../../../src/apps/dashboard/page/usage/usage-help.js';
import type { UsageSourceStatus } from '../../../../../src/index.js';

const GIB = 1024 ** 3;
const { record } = decodeDatabase(
  '{"database_id":"a","db_request_limit":8024278031528736858,"db_disk_threshold":-1}',
) as { readonly record: Database };

const wordsOf = (field: string, usage: Usage = {}) => {
  const limit = limitUsage(record, usage).find((each) => each.field === field);
  if (limit === undefined) throw new Error(`no limit ${field}`);
  return limitWords(limit, record);
};

describe('limitWords', () => {
  it('describes a limit beyond 2^53 as practically unlimited, without a share, and exactly', () => {
    expect(wordsOf('db_request_limit', { db_request_limit: 5_200_000_000_001 })).toMatchObject({
      used: '5.2tn',
      ofLimit: '· practically unlimited',
      share: undefined,
      exact: '5,200,000,000,001 of 8,024,278,031,528,736,858',
    });
  });

  it('describes an unknown limit, with the value that the service sent in its place', () => {
    const limit = 'unknown (sent: -1)';
    expect(wordsOf('db_disk_threshold')).toMatchObject({ limit, ofLimit: '· unknown limit (sent: -1)' });
    expect(wordsOf('db_disk_threshold', { db_disk_threshold: GIB })).toMatchObject({ used: '1 GiB', limit });
    expect(wordsOf('db_max_entry_size')).toMatchObject({ limit: 'unknown', ofLimit: '· unknown limit' });
  });
});

it('selectOrigins selects no common origin if the usage has different sources', () => {
  const reported = (source: string) => ({ used: 1, at: 1_760_000_000_000, source });
  const usage = { db_max_clients: reported('other'), db_memory_threshold: reported('probe') };
  const used = limitUsage(record, usage).filter((limit) => limit.used !== undefined);
  const { common, of } = selectOrigins(used, usage);
  expect(common).toBeUndefined();
  expect(used.map((limit) => of(limit)?.source)).toEqual(['other', 'probe']);
  expect(selectOrigins([], undefined).common).toBeUndefined();
});

const source: UsageSourceStatus = { name: 'redis-info', resource: 'database', resources: 4, failing: 0 };

describe('describeMissingUsage', () => {
  const lastError = { at: 1, id: 'a', message: 'connect ECONNREFUSED' };
  const failing = [{ ...source, failing: 1, lastRunAt: 1, lastError }];
  const reading = 'The usage source redis-info';
  const advice = 'install the package ioredis, and start it without --no-usage (docs/usage.md).';
  const unread = `The dashboard reads no usage of this database: ${advice}`;
  const byDomain = 'because its endpoint is a short name: start the dashboard with --endpoint-domain.';
  const refused = `${reading} cannot read this database. It tries again.`;
  const shortName = `${reading} cannot read this database, ${byDomain}`;
  const { message: details } = lastError;

  it.each([
    ['without a source of its kind', {}, [{ ...source, resource: 'index' }], { text: unread }],
    ['that its source cannot read', {}, failing, { text: refused, details }],
    ['with a short name', { endpoint: 'stallion-58500' }, failing, { text: shortName, details }],
    ['beside one that cannot be read', { id: 'b' }, failing, { text: `${reading} has not read this database yet.` }],
    ['that is not active', { state: 'passive' }, failing, { text: `${reading} reads active databases only.` }],
    ['before the first reading', {}, [source], { text: `${reading} reads this database soon.` }],
  ] as const)('says why no usage is known of a database %s', (_, rest, sources, words) => {
    expect(describeMissingUsage('database', { id: 'a', state: 'active', ...rest }, sources)).toEqual(words);
  });
});

it('describeSource says what a source reads, before its first read, after it and after failures', () => {
  expect(describeSource(source)).toBe('reads 4 databases. The first values appear within a minute.');
  expect(describeSource({ ...source, resources: 1, lastRunAt: 1 })).toBe('reads 1 database.');
  const lastError = { at: 1, message: 'connect ECONNREFUSED' };
  expect(describeSource({ ...source, resource: 'index', failing: 2, lastRunAt: 1, lastError })).toBe(
    'could not read 2 of 4 vector indices. Last error: Connect ECONNREFUSED.',
  );
});
