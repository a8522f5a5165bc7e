import { expect, it } from 'vitest';
import { type Health, type HealthKind, problemWord } from '../../src/format/health.js';
import { assessResource, type HealthFacts, selectHealth } from '../../src/format/attention.js';
import { describeHealth, type FleetHealth, isTrouble } from '../../src/format/describe-health.js';
import { FleetError, type FleetErrorCode, type LimitUsage } from '../../src/index.js';
import { sampleDatabase } from '../support/sample-database.js';

const healthy: HealthFacts = {
  status: 'fresh',
  hasRecord: true,
  error: undefined,
  state: 'active',
  change: '',
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
] as const)('selectHealth of %s', (_, facts, expected) => {
  expect(selectHealth({ ...healthy, ...facts }, [], 0)).toEqual(expected);
});

it.each([
  ['that is near', 'near', { status: 'critical' }],
  ['that is full soon, whatever its use is now', 'filling', { status: 'ok', exhaustsAt: 60_000 }],
  ['that is exceeded', 'beyond', { status: 'exceeded' }],
] as const)('selectHealth of a limit %s, before a pending change', (_, kind, facts) => {
  const other = { field: 'db_max_clients', status: 'ok' };
  const limits = [other, { field: 'db_memory_threshold', ...facts }] as LimitUsage[];
  expect(selectHealth({ ...healthy, change: 'updating' }, limits, 0)).toEqual({ kind, about: 'db_memory_threshold' });
});

it.each([
  ['that is held near', 785, 'warning', { kind: 'near', about: 'db_max_clients' }],
  ['that is held beyond', 985, 'exceeded', { kind: 'beyond', about: 'db_max_clients' }],
] as const)('assessResource tells of a limit %s while another limit is fuller', (_, used, statusBefore, expected) => {
  const record = { ...sampleDatabase, db_max_clients: 1000, db_memory_threshold: 1000 };
  const usage = { db_memory_threshold: { used: used + 5, at: 0 }, db_max_clients: { used, at: 0, statusBefore } };
  const { worst, health } = assessResource({ record, status: 'fresh', error: undefined }, usage, 0);
  expect(worst?.field).toBe('db_memory_threshold');
  expect(health).toEqual(expected);
});

it.each([
  [3_600_000, 'filling'],
  [3_600_001, 'healthy'],
])('selectHealth of a limit that is full in %i ms is %s', (exhaustsAt, kind) => {
  const limits = [{ field: 'db_max_clients', exhaustsAt }, { field: 'db_memory_threshold' }] as LimitUsage[];
  expect(selectHealth(healthy, limits, 0).kind).toBe(kind);
});

it('isTrouble does not count conditions that end by themselves', () => {
  expect(isTrouble({ kind: 'changing' })).toBe(false);
  expect(isTrouble({ kind: 'loading' })).toBe(false);
  expect(isTrouble({ kind: 'near' })).toBe(true);
});

const nouns = { one: 'database', many: 'databases', withoutUsage: 'active' };

function many(count: number, kind: HealthKind, about?: string): Health[] {
  return Array.from({ length: count }, () => ({ kind, ...(about !== undefined && { about }) }));
}

const memory = many(1, 'near', 'db_memory_threshold');
const connections = many(1, 'near', 'db_max_clients');
const sole = many(1, 'healthy');

it.each<[string, readonly Health[], string, Partial<FleetHealth>?]>([
  ['each condition', [...many(2, 'silent'), ...memory, ...sole], '1 healthy, 1 near its memory limit, 2 not answering'],
  ['one limit', [...sole, ...connections, ...connections], '1 healthy, 2 near their connection limits'],
  ['several limits', [...sole, ...connections, ...memory], '1 healthy, 2 near their limits'],
  ['what is full soon', [...many(7, 'healthy'), ...many(1, 'filling')], '7 healthy, 1 full within an hour'],
  ['only what is full soon', many(1, 'filling'), '1 database, full within an hour'],
  ['a state', [...sole, ...many(1, 'inactive', 'suspended')], '1 healthy, 1 suspended'],
  ['several states', [...many(1, 'inactive', 'a'), ...many(1, 'inactive', 'b'), ...sole], '1 healthy, 2 not active'],
  ['a change', [...sole, ...many(2, 'changing', 'updating')], '1 healthy, 2 updating'],
  ['only healthy ones', many(12, 'healthy'), 'All 12 databases are healthy'],
  ['a single one', sole, '1 database, healthy'],
  ['only awaited ones', many(1200, 'loading'), 'Loading 1,200 databases'],
  ['one state of all', many(3, 'inactive', 'suspended'), '3 databases, all suspended'],
  ['nothing', [], ''],
  ['those whose use is not known', many(12, 'healthy'), 'All 12 databases are active', { isUsageKnown: false }],
  ['those without an answer in sight', many(12, 'loading'), '12 databases, not loaded', { isLoading: false }],
])('describeHealth names %s', (_, all, words, part) => {
  const clauses = describeHealth({ all, nouns, isUsageKnown: true, isLoading: true, ...part });
  expect(clauses.map(({ text }) => text).join(', ')).toBe(words);
});

it('problemWord says why a resource has no record', () => {
  const codes = ['forbidden', 'rejected', 'bad-response', 'timeout', 'rate-limited'] as const;
  const words = codes.map((code) => problemWord({ ...healthy, ...failed(code) }));
  expect(words).toEqual(['refused', 'refused', 'failed', 'no answer', '']);
  expect(problemWord({ ...healthy, status: 'missing' })).toBe('missing');
});
