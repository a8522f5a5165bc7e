import { describe, expect, it } from 'vitest';
import { describeSource } from '../../../../../src/apps/dashboard/page/usage/usage-help.js';
import type { UsageSourceStatus } from '../../../../../src/index.js';

const source: UsageSourceStatus = { name: 'redis-info', resource: 'database', resources: 1200, failing: 0 };

describe('describeSource', () => {
  it('says what a source reads, before and after its first read', () => {
    expect(describeSource(source)).toBe('reads 1,200 databases. The first values appear within a minute.');
    expect(describeSource({ ...source, lastRunAt: 1 })).toBe('reads 1,200 databases.');
  });

  it('says how much a source could not read, and why', () => {
    const lastError = { at: 1, message: 'connect ECONNREFUSED' };
    expect(describeSource({ ...source, resource: 'index', failing: 2, lastRunAt: 1, lastError })).toBe(
      'could not read 2 of 1,200 vector indices. Last error: Connect ECONNREFUSED.',
    );
  });
});
