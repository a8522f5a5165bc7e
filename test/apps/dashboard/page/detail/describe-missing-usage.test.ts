import { describe, expect, it } from 'vitest';
import { describeMissingUsage } from '../../../../../src/apps/dashboard/page/detail/describe-missing-usage.js';
import type { UsageSourceStatus } from '../../../../../src/index.js';

const source: UsageSourceStatus = { name: 'redis-info', resource: 'database', resources: 4, failing: 0 };

describe('describeMissingUsage', () => {
  it.each([undefined, [], [{ ...source, resource: 'index' } as const]])(
    'says how to get usage with the sources %j',
    (sources) => {
      expect(describeMissingUsage('database', { id: 'a' }, sources).text).toBe(
        'The dashboard reads no usage of this database: install the package ioredis, and start it without --no-usage (docs/usage.md).',
      );
    },
  );

  it('says that the source cannot read the resource, with its words apart', () => {
    const lastError = { at: 1, id: 'a', message: 'connect ECONNREFUSED' };
    const failing = [{ ...source, failing: 1, lastRunAt: 1, lastError }];
    expect(describeMissingUsage('database', { id: 'a' }, failing)).toEqual({
      text: 'The usage source redis-info cannot read this database. It tries again.',
      details: 'connect ECONNREFUSED',
    });
    expect(describeMissingUsage('database', { id: 'b' }, failing)).toEqual({
      text: 'The usage source redis-info has not read this database yet.',
    });
  });

  it('names the option that makes a host name of a short name', () => {
    const lastError = { at: 1, id: 'a', message: 'the endpoint of the record is not a host name' };
    const failing = [{ ...source, failing: 1, lastRunAt: 1, lastError }];
    expect(describeMissingUsage('database', { id: 'a', endpoint: 'beloved-stallion-58500' }, failing).text).toMatch(
      /because its endpoint is a short name: start the dashboard with --endpoint-domain\.$/,
    );
  });

  it('says that the first reading is awaited', () => {
    expect(describeMissingUsage('database', { id: 'a' }, [source]).text).toBe(
      'The usage source redis-info reads this database soon.',
    );
  });
});
