import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src/core/records/database.js';
import { decodeDatabase } from '../../../src/core/records/decode.js';
import type { VectorIndex } from '../../../src/core/records/vector-index.js';
import { limitEntries } from '../../../src/core/limits/catalogue.js';
import type { FleetSummary } from '../../../src/core/limits/fleet-summary.js';
import { limitUsage } from '../../../src/core/limits/limit-usage.js';
import type { LimitStatus } from '../../../src/core/limits/measure-limit.js';
import { FleetError } from '../../../src/core/shared/fleet-error.js';
import { missing, removed } from '../../../src/core/store/entry.js';
import { createLimitsUnderTest, type LimitsUnderTest } from './limits-under-test.js';
import { slow } from '../../support/slow.js';

const NONE = { unknown: 0, unlimited: 0, ok: 0, warning: 0, critical: 0, exceeded: 0 };
const notFound = new FleetError('not-found', 'get-database', 'gone');

describe('the summary', () => {
  it('is empty without resources', () => {
    const { summary } = createLimitsUnderTest();
    expect(summary.value).toEqual({
      databases: 0,
      indices: 0,
      resources: NONE,
      limits: NONE,
      worst: [],
      totals: [],
    });
  });

  it('counts limits by status, and resources by their worst limit', () => {
    const { summary, report, confirmDatabase, confirmIndex } = createLimitsUnderTest();
    confirmDatabase('none');
    confirmDatabase('ok');
    confirmDatabase('worst');
    confirmIndex('index', { max_monthly_bandwidth: -1 });
    report('database', 'ok', { db_max_clients: 1 });
    report('database', 'worst', {
      db_max_clients: 9600,
      db_max_loads_per_sec: 1,
      db_max_commands_per_second: 8000,
    });
    expect(summary.value).toMatchObject({
      databases: 3,
      indices: 1,
      resources: { ...NONE, unknown: 2, ok: 1, critical: 1 },
      limits: { ...NONE, unknown: 3 * 12 + 8 - 4, unlimited: 1, ok: 2, warning: 1, critical: 1 },
    });
  });

  it('lists the worst limits, worst first; among equals, the earlier known resource first', () => {
    const { database, summary, report, ledger, confirmDatabase, confirmIndex } = createLimitsUnderTest();
    for (const id of ['c', 'a', 'b']) confirmDatabase(id);
    confirmIndex('i', { max_vector_count: 0 });
    report('database', 'a', { db_max_clients: 5000, db_max_commands_per_second: 7000 });
    report('database', 'b', { db_max_clients: 5000 });
    report('database', 'c', { db_max_clients: 5000 });
    report('index', 'i', { max_vector_count: 1 });
    const worst = (): unknown => summary.value.worst.map(({ id, field, ratio }) => `${id} ${field} ${ratio}`);
    expect(worst()).toEqual([
      'i max_vector_count Infinity',
      'a db_max_commands_per_second 0.7',
      'c db_max_clients 0.5',
      'a db_max_clients 0.5',
      'b db_max_clients 0.5',
    ]);
    report('database', 'a', { db_max_commands_per_second: 0 });
    ledger.forget('index', 'i');
    expect(worst()).toEqual([
      'c db_max_clients 0.5',
      'a db_max_clients 0.5',
      'b db_max_clients 0.5',
      'a db_max_commands_per_second 0',
    ]);
    expect(summary.value.worst[0]).toBe(database('c').value[0]);
  });

  it('lists current limits, also if their use did not change', async () => {
    const { clock, commits, summary, report, confirmDatabase } = createLimitsUnderTest();
    confirmDatabase('a', { db_max_clients: 10 });
    report('database', 'a', { db_max_clients: 5 });
    const worst = (): unknown => summary.value.worst;
    expect(worst()).toMatchObject([{ limit: 10, used: 5, observedAt: clock.now() }]);
    await clock.advance(1000);
    report('database', 'a', { db_max_clients: 5 });
    expect(worst()).toMatchObject([{ limit: 10, used: 5, observedAt: clock.now() }]);
    commits.commit(() => {
      confirmDatabase('a', { db_max_clients: 20 });
      report('database', 'a', { db_max_clients: 10 });
    });
    expect(worst()).toMatchObject([{ limit: 20, used: 10, ratio: 0.5 }]);
  });

  it('lists the exact remaining amount', () => {
    const { summary, report, databases } = createLimitsUnderTest();
    const confirm = (order: number, digits: string): void => {
      const { record } = decodeDatabase(`{"database_id":"a","db_request_limit":${digits}}`);
      databases.confirm('a', order, record as Database, order);
    };
    databases.join(['a']);
    confirm(1, '9223372036854775807');
    report('database', 'a', { db_request_limit: 2 ** 63 - 1024 });
    const left = (): unknown => summary.value.worst.map(({ remaining }) => remaining);
    expect(left()).toEqual([1023]);
  });

  it('sums levels, rates and quotas by unit, also if some are unknown', () => {
    const { summary, report, confirmDatabase, confirmIndex } = createLimitsUnderTest();
    confirmDatabase('a', {
      db_max_clients: 100,
      db_memory_threshold: 1000,
      db_disk_threshold: '10',
      db_request_limit: null,
    });
    confirmDatabase('b', {
      db_max_clients: 200,
      db_memory_threshold: 2000,
      db_disk_threshold: 30,
      db_request_limit: null,
    });
    confirmIndex('i', { max_monthly_bandwidth: -1 });
    report('database', 'a', { db_max_clients: 25, db_disk_threshold: 4 });
    report('index', 'i', { max_monthly_bandwidth: 7 });
    const { totals } = summary.value;
    expect(totals).toHaveLength(12);
    const totalOf = (wanted: string) => totals.find(({ unit }) => unit === wanted);
    expect(totalOf('connections')).toEqual({ unit: 'connections', limit: 300, limitCount: 2, used: 25, usedCount: 1 });
    expect(totalOf('bytes')).toEqual({ unit: 'bytes', limit: 3030, limitCount: 3, used: 4, usedCount: 1 });
    expect(totalOf('bytes/month')).toEqual({ unit: 'bytes/month', limitCount: 0, used: 7, usedCount: 1 });
    expect(totalOf('credits/min')).toEqual({
      unit: 'credits/min',
      limit: expect.any(Number),
      limitCount: 2,
      usedCount: 0,
    });
    expect(totalOf('commands')).toBeUndefined();
    expect(totalOf('nanoseconds')).toBeUndefined();
  });

  it('does not lose small amounts beside large amounts', () => {
    const { summary, confirmDatabase, databases } = createLimitsUnderTest();
    confirmDatabase('large', { db_request_limit: Number.MAX_VALUE });
    confirmDatabase('also large', { db_request_limit: 2 ** 63 });
    confirmDatabase('small', { db_request_limit: 3.5 });
    void summary.value;
    for (const id of ['large', 'also large']) databases.forget(id);
    expect(summary.value.totals.find(({ unit }) => unit === 'commands')?.limit).toBe(3.5);
  });

  it('does not count missing, forgotten and unobserved records', async () => {
    const { summary, databases, indices, report, clock, confirmDatabase, confirmIndex } = createLimitsUnderTest();
    const seen: number[] = [];
    summary.subscribe((summary) => seen.push(summary.databases + summary.indices));
    const changes = [
      ...['a', 'b', 'c'].map((id) => () => confirmDatabase(id)),
      () => confirmIndex('i'),
      () => report('database', 'a', { db_max_clients: 9999 }),
    ];
    for (const change of changes) {
      change();
      await clock.advance(1000);
    }
    expect(summary.value.worst).toHaveLength(1);
    const removals = [
      () => databases.update('a', (entry) => missing(entry, notFound)),
      () => databases.forget('b'),
      () => databases.leave(['c']),
      () => indices.update('i', (entry) => removed(entry, clock.now())),
    ];
    for (const remove of removals) {
      remove();
      await clock.advance(1000);
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 4, 3, 2, 1, 0]);
    expect(summary.value).toMatchObject({ resources: NONE, limits: NONE, worst: [], totals: [] });
    databases.join(['c']);
    confirmDatabase('a');
    await clock.advance(1000);
    expect(summary.value).toMatchObject({ databases: 2, worst: [{ id: 'a' }] });
  });

  it('keeps its reference without a change, and the reference of each unchanged part', async () => {
    const { clock, summary, report, confirmDatabase } = createLimitsUnderTest();
    confirmDatabase('a', { port: 1 });
    report('database', 'a', { db_max_clients: 5 });
    const seen: FleetSummary[] = [];
    summary.subscribe((summary) => seen.push(summary));
    confirmDatabase('a', { port: 2 });
    expect(summary.value).toBe(seen[0]);
    expect(seen).toHaveLength(1);
    await clock.advance(1000);
    report('database', 'a', { db_max_clients: 6 });
    expect(seen).toHaveLength(2);
    expect(seen[1]?.limits).toBe(seen[0]?.limits);
    expect(seen[1]?.resources).toBe(seen[0]?.resources);
    expect(seen[1]?.worst).not.toBe(seen[0]?.worst);
  });

  it('emits once for a commit with many changes', () => {
    const { commits, summary, report, confirmDatabase } = createLimitsUnderTest();
    const seen: FleetSummary[] = [];
    summary.subscribe((summary) => seen.push(summary));
    commits.commit(() => {
      for (let number = 0; number < 50; number++) {
        confirmDatabase(`id-${number}`);
        report('database', `id-${number}`, { db_max_clients: number });
      }
    });
    expect(seen.map(({ databases }) => databases)).toEqual([0, 50]);
  });

  it('is the same as a new summary after any changes', slow, async () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const amounts = fc.constantFrom<unknown>(0, 1, 5, 8, 9.6, 10, 11, 2 ** 60, -1, '5', null);
    const actions = fc.oneof(
      fc.record({ do: fc.constant('database'), id: ids, db_max_clients: amounts, db_disk_threshold: amounts }),
      fc.record({ do: fc.constant('index'), id: ids, max_vector_count: amounts, max_monthly_bandwidth: amounts }),
      fc.record({ do: fc.constant('use'), id: ids, used: fc.constantFrom(0, 1, 7.5, 9, 10, 20) }),
      fc.record({
        do: fc.constantFrom('missing', 'forget', 'leave', 'join', 'forget usage', 'remove', 'read', 'next day'),
        id: ids,
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(actions, { maxLength: 40 }), fc.boolean(), async (list, isWatched) => {
        const all = createLimitsUnderTest();
        if (isWatched) all.summary.subscribe();
        for (const action of list) await perform(all, action);
        // Subscribers see all changes after a second at the latest.
        if (isWatched) await all.clock.advance(1000);
        expect(plain(all.summary.value)).toEqual(plain(summaryOf(all)));
      }),
      { numRuns: 500 },
    );
  });
});

async function perform(all: LimitsUnderTest, action: { do: string; id: string; used?: number }): Promise<void> {
  const { do: verb, id, ...members } = action;
  const { databases, indices, ledger, report, summary, clock } = all;
  if (verb === 'database') all.confirmDatabase(id, members);
  if (verb === 'index') all.confirmIndex(id, members);
  if (verb === 'use') {
    report('database', id, { db_max_clients: action.used ?? 0 });
    const used = action.used ?? 0;
    report('index', id, { max_vector_count: used, max_monthly_bandwidth: used, max_daily_queries: used });
  }
  if (verb === 'missing') databases.update(id, (entry) => missing(entry, notFound));
  if (verb === 'remove') indices.update(id, (entry) => removed(entry, clock.now()));
  if (verb === 'forget') databases.forget(id);
  if (verb === 'leave') databases.leave([id]);
  if (verb === 'join') databases.join([id]);
  if (verb === 'forget usage') ledger.forget('database', id);
  if (verb === 'next day') await clock.advance(86_400_000);
  if (verb === 'read') void summary.value;
}

/** The plain way, over everything that there is. Which of equal limits come first is not compared. */
function summaryOf({ databases, indices, ledger }: LimitsUnderTest): FleetSummary {
  const present = <R extends Database | VectorIndex>(
    resource: 'database' | 'index',
    store: typeof databases | typeof indices,
  ) =>
    store.ids.value
      .map((id) => store.peek(id))
      .filter(({ record, status }) => record !== undefined && status !== 'missing')
      .map(({ id, record }) => limitUsage(record as R, ledger.peek(resource, id)));
  const found = { database: present('database', databases), index: present('index', indices) };
  const every = [...found.database, ...found.index];
  const usages = every.flat();
  const count = (statuses: readonly (LimitStatus | undefined)[]) =>
    Object.fromEntries(Object.keys(NONE).map((status) => [status, statuses.filter((one) => one === status).length]));
  const severity = ['exceeded', 'critical', 'warning', 'ok', 'unknown', 'unlimited'] as const;
  const units = new Set(Object.values(limitEntries).flatMap((limits) => limits.map(([, { unit }]) => unit)));
  const sum = (amounts: readonly unknown[]) =>
    Number(amounts.reduce<bigint>((all, one) => all + BigInt(Number(one) * 2 ** 60), 0n)) / 2 ** 60;
  return {
    databases: found.database.length,
    indices: found.index.length,
    resources: count(
      every.map((one) => severity.find((status) => one.some((usage) => usage.status === status))),
    ) as never,
    limits: count(usages.map(({ status }) => status)) as never,
    worst: usages
      .filter(({ ratio }) => ratio !== undefined)
      .sort((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0))
      .slice(0, 10),
    totals: [...units].flatMap((unit) => {
      const adding = usages.filter((one) => one.unit === unit && one.kind !== 'ceiling' && one.kind !== 'timeout');
      const limits = adding.map(({ limit }) => limit).filter((limit) => typeof limit === 'number');
      const uses = adding.map(({ used }) => used).filter((used) => used !== undefined);
      const [limitCount, usedCount] = [limits.length, uses.length];
      const limit = limitCount > 0 ? sum(limits) : undefined;
      const used = usedCount > 0 ? sum(uses) : undefined;
      return limitCount + usedCount === 0 ? [] : [{ unit, limit, limitCount, used, usedCount }];
    }),
  };
}

/** Sums are rounded at each addition. */
function plain({ worst, totals, ...others }: FleetSummary): unknown {
  const round = (sum = -1): number => Number(sum.toPrecision(12));
  const rounded = totals.map(({ limit, used, ...counts }) => ({ ...counts, limit: round(limit), used: round(used) }));
  return { ...others, totals: rounded, worst: worst.map(({ ratio }) => ratio) };
}
