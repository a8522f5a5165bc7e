import { describe, expect, it } from 'vitest';
import { selectFilling, selectHealth, type HealthFacts } from '../../src/format/health.js';
import { isTrouble } from '../../src/format/describe-health.js';
import { FleetError, type FleetErrorCode } from '../../src/index.js';

const healthy: HealthFacts = {
  status: 'fresh',
  hasRecord: true,
  error: undefined,
  state: 'active',
  change: '',
  worst: undefined,
};

function failed(code: FleetErrorCode): Partial<HealthFacts> {
  return { status: 'stale', error: new FleetError(code, 'get-database', code) };
}

describe('selectHealth', () => {
  it.each([
    ['an active database', {}, { kind: 'healthy' }],
    ['a resource without a state', { state: '' }, { kind: 'healthy' }],
    ['a database without a record', { status: 'loading', hasRecord: false, state: '' }, { kind: 'loading' }],
    ['a database that the service does not know', { status: 'missing' }, { kind: 'missing' }],
    ['a request without an answer', failed('timeout'), { kind: 'silent' }],
    ['a refused request', failed('forbidden'), { kind: 'refused' }],
    ['too many requests, which the status line shows', failed('rate-limited'), { kind: 'healthy' }],
    ['another state', { state: 'suspended' }, { kind: 'inactive', about: 'suspended' }],
    ['a pending change', { state: 'suspended', change: 'updating' }, { kind: 'changing', about: 'updating' }],
    [
      'a limit that is near, before a pending change',
      { worst: { field: 'db_memory_threshold', status: 'critical' }, change: 'updating' },
      { kind: 'near', about: 'db_memory_threshold' },
    ],
    [
      'a limit that is full soon, whatever its use is now',
      { filling: 'db_memory_threshold', worst: { field: 'db_max_clients', status: 'ok' } },
      { kind: 'filling', about: 'db_memory_threshold' },
    ],
    [
      'an exceeded limit',
      { worst: { field: 'db_max_clients', status: 'exceeded' } },
      { kind: 'beyond', about: 'db_max_clients' },
    ],
  ] as const)('%s', (_, facts, expected) => {
    expect(selectHealth({ ...healthy, ...facts })).toEqual(expected);
  });
});

describe('selectFilling', () => {
  it('selects the limit that is full first, if that is within an hour', () => {
    const limits = [{ exhaustsAt: 3_600_000 }, {}, { exhaustsAt: 60_000 }];
    expect(selectFilling(limits, 0)).toBe(limits[2]);
    expect(selectFilling([{ exhaustsAt: 3_600_001 }, {}], 0)).toBeUndefined();
    expect(selectFilling([], 0)).toBeUndefined();
  });
});

describe('isTrouble', () => {
  it('does not count what passes by itself', () => {
    expect(isTrouble({ kind: 'changing' })).toBe(false);
    expect(isTrouble({ kind: 'loading' })).toBe(false);
    expect(isTrouble({ kind: 'near' })).toBe(true);
  });
});
