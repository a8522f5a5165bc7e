import { describe, expect, it } from 'vitest';
import {
  type Health,
  type HealthFacts,
  type HealthKind,
  selectFilling,
  selectHealth,
} from '../../src/format/health.js';
import { describeHealth, type FleetHealth, isTrouble } from '../../src/format/describe-health.js';
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
] as const)('selectHealth of %s', (_, facts, expected) => {
  expect(selectHealth({ ...healthy, ...facts })).toEqual(expected);
});

it('selectFilling selects the limit that is full first, if that is within an hour', () => {
  const limits = [{ exhaustsAt: 3_600_000 }, {}, { exhaustsAt: 60_000 }];
  expect(selectFilling(limits, 0)).toBe(limits[2]);
  expect(selectFilling([{ exhaustsAt: 3_600_001 }, {}], 0)).toBeUndefined();
  expect(selectFilling([], 0)).toBeUndefined();
});

it('isTrouble does not count what passes by itself', () => {
  expect(isTrouble({ kind: 'changing' })).toBe(false);
  expect(isTrouble({ kind: 'loading' })).toBe(false);
  expect(isTrouble({ kind: 'near' })).toBe(true);
});

const nouns = { one: 'database', many: 'databases', withoutUsage: 'active' };

function many(count: number, kind: HealthKind, about?: string): Health[] {
  return Array.from({ length: count }, () => ({ kind, ...(about !== undefined && { about }) }));
}

function sentence(all: readonly Health[], part: Partial<FleetHealth> = {}): string {
  return describeHealth({ all, nouns, isUsageKnown: true, isLoading: true, ...part })
    .map(({ text }) => text)
    .join(', ');
}

describe('describeHealth', () => {
  it('counts each condition in words', () => {
    const near = many(1, 'near', 'db_memory_threshold');
    expect(sentence([...many(2, 'silent'), ...near, ...many(7, 'healthy')])).toBe(
      '7 healthy, 1 near its memory limit, 2 not answering',
    );
  });

  it('names the limit only if all are near the same', () => {
    const connections = many(1, 'near', 'db_max_clients');
    const memory = many(1, 'near', 'db_memory_threshold');
    const healthy = many(1, 'healthy');
    expect(sentence([...healthy, ...connections, ...connections])).toBe('1 healthy, 2 near their connection limits');
    expect(sentence([...healthy, ...connections, ...memory])).toBe('1 healthy, 2 near their limits');
  });

  it('does not call a database healthy that is full within an hour', () => {
    expect(sentence([...many(7, 'healthy'), ...many(1, 'filling')])).toBe('7 healthy, 1 full within an hour');
    expect(sentence(many(1, 'filling'))).toBe('1 database, full within an hour');
  });

  it('uses the words of the service for states and changes', () => {
    const all = [...many(1, 'healthy'), ...many(1, 'inactive', 'suspended'), ...many(2, 'changing', 'updating')];
    expect(sentence(all)).toBe('1 healthy, 1 suspended, 2 updating');
    expect(sentence([...many(1, 'inactive', 'a'), ...many(1, 'inactive', 'b'), ...many(1, 'healthy')])).toBe(
      '1 healthy, 2 not active',
    );
  });

  it('says a single condition in one sentence', () => {
    expect(sentence(many(12, 'healthy'))).toBe('All 12 databases are healthy');
    expect(sentence(many(1, 'healthy'))).toBe('1 database, healthy');
    expect(sentence(many(1200, 'loading'))).toBe('Loading 1,200 databases');
    expect(sentence(many(3, 'inactive', 'suspended'))).toBe('3 databases, all suspended');
    expect(sentence([])).toBe('');
  });

  it('does not call a database healthy whose use is not known', () => {
    expect(sentence(many(12, 'healthy'), { isUsageKnown: false })).toBe('All 12 databases are active');
  });

  it('does not say that something loads while no answer is expected', () => {
    expect(sentence(many(12, 'loading'), { isLoading: false })).toBe('12 databases, not loaded');
  });
});
