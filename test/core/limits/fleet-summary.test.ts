import { describe, expect, it } from 'vitest';
import type { FleetSummary } from '../../../src/core/limits/fleet-summary.js';
import { FleetError } from '../../../src/core/shared/fleet-error.js';
import { missing, removed } from '../../../src/core/store/entry.js';
import { createLimitsUnderTest } from './limits-under-test.js';

const NONE = { unknown: 0, unlimited: 0, ok: 0, warning: 0, critical: 0, exceeded: 0 };
const notFound = new FleetError('not-found', 'get-database', 'gone');

describe('the summary', () => {
  it('counts limits by status, and resources by their worst limit', () => {
    const { summary, report, confirmDatabase, confirmIndex } = createLimitsUnderTest();
    confirmDatabase('none');
    confirmDatabase('ok');
    confirmDatabase('worst');
    confirmIndex('index', { max_monthly_bandwidth: -1 });
    report('database', 'ok', { db_max_clients: 1 });
    report('database', 'worst', { db_max_clients: 9600, db_max_loads_per_sec: 1, db_max_commands_per_second: 8000 });
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

  it('sums levels, rates and quotas by unit, also if some are unknown', () => {
    const { summary, report, confirmDatabase, confirmIndex } = createLimitsUnderTest();
    const noTotal = { db_request_limit: null };
    confirmDatabase('a', { ...noTotal, db_max_clients: 100, db_memory_threshold: 1000, db_disk_threshold: '10' });
    confirmDatabase('b', { ...noTotal, db_max_clients: 200, db_memory_threshold: 2000, db_disk_threshold: 30 });
    confirmIndex('i', { max_monthly_bandwidth: -1 });
    report('database', 'a', { db_max_clients: 25, db_disk_threshold: 4 });
    report('index', 'i', { max_monthly_bandwidth: 7 });
    const { totals } = summary.value;
    expect(totals).toHaveLength(12);
    const totalOf = (wanted: string) => totals.find(({ unit }) => unit === wanted);
    expect(totalOf('connections')).toEqual({ unit: 'connections', limit: 300, limitCount: 2, used: 25, usedCount: 1 });
    expect(totalOf('bytes')).toEqual({ unit: 'bytes', limit: 3030, limitCount: 3, used: 4, usedCount: 1 });
    expect(totalOf('bytes/month')).toEqual({ unit: 'bytes/month', limitCount: 0, used: 7, usedCount: 1 });
    expect(totalOf('credits/min')).toMatchObject({ limit: expect.any(Number), limitCount: 2, usedCount: 0 });
    expect(totalOf('credits/min')?.used).toBeUndefined();
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
    expect(summary.value).toEqual({ databases: 0, indices: 0, resources: NONE, limits: NONE, worst: [], totals: [] });
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
});

describe('the summary while it has subscribers', () => {
  function watchSummary() {
    const under = createLimitsUnderTest();
    const seen: number[] = [];
    const subscription = under.summary.subscribe(({ databases }) => seen.push(databases));
    return { ...under, seen, subscription };
  }

  it('shows the first change after a quiet second at once, and later ones together after a second, to all readers', async () => {
    const { clock, seen, summary, confirmDatabase } = watchSummary();
    confirmDatabase('a');
    expect(seen).toEqual([0, 1]);
    confirmDatabase('b');
    expect(summary.value.databases).toBe(1);
    const later: number[] = [];
    summary.subscribe(({ databases }) => later.push(databases));
    await clock.advance(500);
    confirmDatabase('c');
    await clock.advance(499);
    expect([seen, later]).toEqual([[0, 1], [1]]);
    await clock.advance(1);
    expect([seen, later, summary.value.databases]).toEqual([[0, 1, 3], [1, 3], 3]);
    await clock.advance(1000);
    confirmDatabase('d');
    expect(seen).toEqual([0, 1, 3, 4]);
  });

  it('needs no timer after its last subscriber has left', async () => {
    const { clock, summary, subscription, confirmDatabase } = watchSummary();
    for (const id of ['a', 'b']) confirmDatabase(id);
    expect(clock.pending).toBeGreaterThan(0);
    subscription.unsubscribe();
    expect(clock.pending).toBe(0);
    expect(summary.value.databases).toBe(2);
    confirmDatabase('c');
    expect(summary.value.databases).toBe(3);
  });
});
