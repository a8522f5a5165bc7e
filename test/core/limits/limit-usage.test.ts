import { describe, expect, it } from 'vitest';
import { decodeDatabase } from '../../../src/core/records/decode.js';
import type { Database } from '../../../src/core/records/database.js';
import type { VectorIndex } from '../../../src/core/records/vector-index.js';
import { limitCatalogue } from '../../../src/core/limits/limit-catalogue.js';
import { limitUsage, type LimitUsage } from '../../../src/core/limits/limit-usage.js';
import type { Thresholds } from '../../../src/core/fleet/thresholds-option.js';
import type { UsageReading } from '../../../src/core/limits/usage-sample.js';
import { recordOf } from '../records/record-of.js';
import { errorOf } from '../../support/failure-of.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';

const [sampleIndex] = sampleVectorIndices(1) as [VectorIndex];

const databaseWith = (members: object): Database => ({ ...sampleDatabase, ...members });
const indexWith = (members: object): VectorIndex => ({ ...sampleIndex, ...members });

function usageOf(field: string, usages: readonly LimitUsage[]): LimitUsage {
  const found = usages.find((usage) => usage.field === field);
  if (found === undefined) throw new Error(`no ${field}`);
  return found;
}

const connections = (limit: unknown, used?: number): LimitUsage =>
  usageOf(
    'db_max_clients',
    limitUsage(databaseWith({ db_max_clients: limit }), used === undefined ? {} : { db_max_clients: used }),
  );

describe('limitUsage', () => {
  it('returns the 12 limits of a database and the 9 limits of an index in the order of the catalogue', () => {
    const database = limitUsage(sampleDatabase);
    const index = limitUsage(sampleIndex);
    expect(database.map(({ field }) => field)).toEqual(Object.keys(limitCatalogue.database));
    expect(index.map(({ field }) => field)).toEqual(Object.keys(limitCatalogue.index));
    expect(new Set(database.map(({ resource, id }) => `${resource} ${id}`))).toEqual(
      new Set([`database ${sampleDatabase.database_id}`]),
    );
    expect(new Set(index.map(({ resource, id }) => `${resource} ${id}`))).toEqual(new Set([`index ${sampleIndex.id}`]));
  });

  it('returns limit, used, ratio, remaining and observedAt', () => {
    const usages = limitUsage(sampleDatabase, {
      db_memory_threshold: { used: 805_306_368, at: 1_767_225_600_000, source: 'me' },
    });
    expect(usageOf('db_memory_threshold', usages)).toEqual({
      resource: 'database',
      id: sampleDatabase.database_id,
      name: 'Memory',
      field: 'db_memory_threshold',
      unit: 'bytes',
      kind: 'level',
      limit: 3_221_225_472,
      used: 805_306_368,
      ratio: 0.25,
      remaining: 2_415_919_104,
      observedAt: 1_767_225_600_000,
      status: 'ok',
    });
  });

  it('returns unknown without usage, never 0', () => {
    for (const usage of [...limitUsage(sampleDatabase), ...limitUsage(sampleIndex).slice(0, 3)]) {
      expect(usage.limit).toBeGreaterThan(0);
      expect(usage).toMatchObject({ status: 'unknown' });
      expect(Object.keys(usage)).not.toEqual(expect.arrayContaining(['used']));
      expect(usage).not.toHaveProperty('ratio');
      expect(usage).not.toHaveProperty('remaining');
    }
  });

  it.each([
    [0, 'ok'],
    [79.9, 'ok'],
    [80, 'warning'],
    [94.9, 'warning'],
    [95, 'critical'],
    [99.9, 'critical'],
    [100, 'exceeded'],
    [250, 'exceeded'],
  ])('calls %d of 100 %s', (used, status) => {
    expect(connections(100, used)).toMatchObject({ status, ratio: used / 100, remaining: Math.max(0, 100 - used) });
    expect(connections(100, used)).not.toHaveProperty('observedAt');
  });

  it('treats -1 as unlimited only for the limit that documents it', () => {
    const [bandwidth, vectors] = ['max_monthly_bandwidth', 'max_vector_count'].map((field) =>
      usageOf(field, limitUsage(indexWith({ [field]: -1 }), { [field]: 5 })),
    );
    expect(bandwidth).toMatchObject({ limit: 'unlimited', status: 'unlimited', used: 5 });
    expect(bandwidth).not.toHaveProperty('ratio');
    expect(bandwidth).not.toHaveProperty('remaining');
    expect(vectors).toMatchObject({ limit: undefined, status: 'unknown', used: 5 });
    expect(usageOf('max_monthly_bandwidth', limitUsage(indexWith({ max_monthly_bandwidth: -2 })))).toMatchObject({
      limit: undefined,
      status: 'unknown',
    });
    expect(connections(-1, 5)).toMatchObject({ limit: undefined, status: 'unknown' });
  });

  it('returns ok for a limit of 0 without use, and exceeded for any use', () => {
    expect(connections(0, 0)).toMatchObject({ limit: 0, used: 0, ratio: 0, remaining: 0, status: 'ok' });
    for (const zero of [0, -0]) {
      expect(connections(zero, 1)).toMatchObject({ used: 1, ratio: Infinity, remaining: 0, status: 'exceeded' });
    }
  });

  it.each([['10000'], [null], [true], [[10_000]], [{}], [Infinity], [NaN], [undefined]])(
    'does not take %o for a limit',
    (limit) => {
      expect(connections(limit, 5)).toMatchObject({ limit: undefined, used: 5, status: 'unknown' });
      expect(connections(limit, 5)).not.toHaveProperty('ratio');
    },
  );

  it.each([['5'], [null], [NaN], [-1], [Infinity], [{ at: 5 }], [{ used: '5', at: 5 }], [[5]], [true]])(
    'does not take %o for a use',
    (use) => {
      const [usage] = limitUsage(sampleDatabase, { db_max_clients: use as number });
      expect(usage).toMatchObject({ limit: 10_000, status: 'unknown' });
      expect(usage).not.toHaveProperty('used');
      expect(usage).not.toHaveProperty('observedAt');
    },
  );

  it('computes the ratio of a rounded limit correctly and its remaining amount exactly', () => {
    const record = recordOf(decodeDatabase('{"database_id":"a","db_request_limit":8024278031528736858}'));
    const used = 8_024_278_031_528_735_744; // a multiple of 1024, so exact as a number
    const usage = usageOf('db_request_limit', limitUsage(record, { db_request_limit: used }));
    expect(usage).toMatchObject({ limit: Number(8024278031528736858n), remaining: 1114, status: 'critical' });
    expect(usage.ratio).toBeCloseTo(1, 12);
    const half = usageOf('db_request_limit', limitUsage(record, { db_request_limit: 4_012_139_015_764_368_384 }));
    expect(half).toMatchObject({ status: 'ok' });
    expect(half.ratio).toBeCloseTo(0.5, 12);
  });

  it('returns no limits without a record', () => {
    expect(limitUsage(undefined)).toEqual([]);
    for (const record of [null, 5, 'x', []]) expect(limitUsage(record as never)).toEqual([]);
  });

  it('drops the use of an ended quota period and past forecasts when given the time', () => {
    const at = Date.UTC(2026, 0, 31, 12);
    const history = Array.from({ length: 21 }, (_, minute) => [at + (minute - 20) * 60_000, 40 + 5 * minute]).flat();
    const usage = Object.fromEntries(
      ['max_daily_queries', 'max_monthly_bandwidth', 'max_vector_count'].map((field) => [
        field,
        { used: 140, at, history },
      ]),
    );
    const record = indexWith({ max_daily_queries: 200, max_monthly_bandwidth: -1, max_vector_count: 200 });
    const known = (now?: number) =>
      limitUsage(record, usage, undefined, now)
        .filter(({ used }) => used !== undefined)
        .map(({ field, exhaustsAt }) => `${field} ${exhaustsAt === undefined ? '-' : (exhaustsAt - at) / 60_000}`);
    const all = ['max_vector_count 12', 'max_daily_queries 12', 'max_monthly_bandwidth -'];
    expect(known()).toEqual(all);
    expect(known(at + 12 * 60_000)).toEqual(all);
    expect(known(at + 13 * 60_000)).toEqual(all.map((one) => one.replace('12', '-')));
    expect(known(Date.UTC(2026, 1) - 1)).toHaveLength(3);
    expect(known(Date.UTC(2026, 1))).toEqual(['max_vector_count -']);
    const [, , queries, bandwidth] = limitUsage(record, usage, undefined, Date.UTC(2026, 1));
    expect(queries).toEqual(limitUsage(record)[2]);
    expect(bandwidth).toEqual(limitUsage(record)[3]);
    expect(limitUsage(record, usage, undefined, at)).toBe(limitUsage(record, usage));
  });

  it('gives the forecast an interval, and ends it 3 hours after the last report', () => {
    const [at, hour] = [Date.UTC(2026, 0, 31, 12), 3_600_000];
    const history = Array.from({ length: 361 }, (_, minute) => [at + (minute - 360) * 60_000, 40 + minute / 10]).flat();
    const record = indexWith({ max_vector_count: 160 });
    const usage = { max_vector_count: { used: 76, at, history } };
    const vectors = (now: number) => limitUsage(record, usage, undefined, now)[0];
    expect(vectors(at + 3 * hour)).toMatchObject({
      exhaustsAt: expect.closeTo(at + 14 * hour, -3),
      exhaustsBetween: [expect.closeTo(at + 14 * hour, -3), expect.closeTo(at + 14 * hour, -3)],
    });
    const { exhaustsAt: _, exhaustsBetween: __, ...others } = vectors(at) ?? {};
    expect(vectors(at + 3 * hour + 1)).toEqual(others);
  });

  it('returns the same array for the same arguments and another array for other arguments', () => {
    const usage = { db_max_clients: 5 };
    const thresholds = { warning: 0.5 };
    const record = databaseWith({});
    const all = [
      limitUsage(record),
      limitUsage(record, usage),
      limitUsage(record, usage, thresholds),
      limitUsage(record, undefined, thresholds),
      limitUsage(databaseWith({}), usage),
      limitUsage(record, { ...usage }),
      limitUsage(record, usage, { ...thresholds }),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(limitUsage(record)).toBe(all[0]);
    expect(limitUsage(record, usage)).toBe(all[1]);
    expect(limitUsage(record, usage, thresholds)).toBe(all[2]);
    expect(limitUsage(record, undefined, thresholds)).toBe(all[3]);
  });

  it('recognizes the kind of a record without an id, or with both, by its other fields', () => {
    const { database_id: _, ...database } = sampleDatabase;
    const { id: __, ...index } = sampleIndex;
    expect(limitUsage(database as Database)[0]).toMatchObject({ resource: 'database', id: '', limit: 10_000 });
    expect(limitUsage(index as VectorIndex)[0]).toMatchObject({ resource: 'index', id: '', limit: 100_000_000 });
    for (const one of [{ id: 'a' }, { max_vector_count: 5 }])
      expect(limitUsage(one as unknown as VectorIndex)).toHaveLength(9);
    expect(limitUsage({ database_id: 'a', id: 'b' } as unknown as Database)).toHaveLength(12);
    expect(limitUsage(databaseWith({ id: 'b' }))[0]).toMatchObject({ resource: 'database', limit: 10_000 });
    expect(limitUsage(indexWith({ database_id: 'a' }))[0]).toMatchObject({ resource: 'index', id: sampleIndex.id });
  });
});

describe('thresholds', () => {
  /** The statuses of 1,000 connections: each use may be followed by the status before it. */
  const statusesOf = (uses: string, thresholds?: Thresholds): string =>
    uses
      .split(', ')
      .map((use) => {
        const [used, statusBefore] = use.split(' ');
        const reading = { used: Number(used), at: 5, ...(statusBefore && { statusBefore }) };
        const usage = { db_max_clients: reading as UsageReading };
        return limitUsage(databaseWith({ db_max_clients: 1000 }), usage, thresholds)[0]?.status;
      })
      .join(' ');

  it.each<[string, Thresholds | undefined, string, string]>([
    [
      'keep a status until the use falls below its clear threshold',
      undefined,
      '780, 780 warning, 779 warning, 940, 940 critical, 920 critical, 990, 990 exceeded, 700 exceeded',
      'ok warning ok warning critical warning critical exceeded ok',
    ],
    ['clear where told', { clear: { warning: 0.8, critical: 0.5 } }, '799 warning, 500 critical', 'ok critical'],
    [
      'of an override clear below the thresholds of the override',
      { clear: { warning: 0.7, critical: 0.9 }, overrides: { db_max_clients: { warning: 0.1 } } },
      '90 warning, 89 warning, 900 critical',
      'warning ok critical',
    ],
    [
      'of an override apply to its limit',
      { warning: 0.5, overrides: { db_max_clients: { warning: 0.1, critical: 0.2, exceeded: 0.3 } } },
      '90, 100, 200, 300',
      'ok warning critical exceeded',
    ],
    ['may begin at the same ratio', { warning: 0.9, critical: 0.9, exceeded: 0.9 }, '900', 'exceeded'],
    [
      'of an override are completed by the thresholds for all limits and by the defaults',
      { critical: 0.9, overrides: { db_max_clients: { warning: 0.1 } } },
      '100, 900, 1000',
      'warning critical exceeded',
    ],
  ])('%s', (_, thresholds, uses, statuses) => expect(statusesOf(uses, thresholds)).toBe(statuses));

  it('apply to all limits without an override', () => {
    const thresholds = { warning: 0.5, overrides: { db_max_clients: { warning: 0.1 } } };
    const memory = limitUsage(sampleDatabase, { db_memory_threshold: 1_610_612_736 }, thresholds);
    expect(usageOf('db_memory_threshold', memory).status).toBe('warning');
  });

  it.each([
    [{ warning: NaN }, 'thresholds.warning'],
    [{ warning: 0 }, 'thresholds.warning'],
    [{ critical: '0.9' }, 'thresholds.critical'],
    [{ exceeded: Infinity }, 'thresholds.exceeded'],
    [{ warning: 0.96 }, 'thresholds'],
    [{ critical: 1.1 }, 'thresholds'],
    [{ overrides: { db_max_client: {} } }, 'thresholds.overrides.db_max_client'],
    [{ overrides: { db_max_clients: { warning: -1 } } }, 'thresholds.overrides.db_max_clients.warning'],
    [{ overrides: { db_max_clients: { critical: 0.5 } } }, 'thresholds.overrides.db_max_clients'],
    [{ overrides: { db_max_clients: 0.5 } }, 'thresholds.overrides.db_max_clients'],
    [{ clear: { warning: 0.9 } }, 'thresholds.clear.warning'],
    [{ clear: { warning: 0 } }, 'thresholds.clear.warning'],
    [
      { overrides: { db_max_clients: { clear: { exceeded: 2 } } } },
      'thresholds.overrides.db_max_clients.clear.exceeded',
    ],
    [80, 'thresholds'],
  ])('refuses %o and names %s', (thresholds, path) => {
    const error = errorOf(() => limitUsage(sampleDatabase, {}, thresholds as Thresholds));
    expect(error).toMatchObject({ code: 'invalid-request', operation: 'configure' });
    expect(error.issues?.map((issue) => issue.path)).toEqual([path]);
  });
});
