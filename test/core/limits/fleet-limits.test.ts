import { describe, expect, it } from 'vitest';
import type { LimitUsage } from '../../../src/core/limits/limit-usage.js';
import { createLimitsUnderTest } from './limits-under-test.js';

const HOUR = 3_600_000;

describe("the view of a resource's limits", () => {
  it('is empty without a record, then follows the record and the usage', () => {
    const { database, report, confirmDatabase } = createLimitsUnderTest();
    const seen: (readonly LimitUsage[])[] = [];
    database('a').subscribe((usages) => seen.push(usages));
    report('database', 'a', { db_max_clients: 5000 });
    confirmDatabase('a');
    report('database', 'a', { db_max_clients: 9000 });
    confirmDatabase('a', { db_max_clients: 9000 });
    expect(seen.map(([connections]) => connections?.status)).toEqual([undefined, 'ok', 'warning', 'exceeded']);
    expect(seen.map(({ length }) => length)).toEqual([0, 12, 12, 12]);
    expect(database('a').value).toEqual(seen.at(-1));
  });

  it('does not emit while neither the limits nor their use change', () => {
    const { index, report, confirmIndex } = createLimitsUnderTest();
    confirmIndex('a', { name: 'one' });
    const seen: (readonly LimitUsage[])[] = [];
    const view = index('a');
    view.subscribe((usages) => seen.push(usages));
    confirmIndex('a', { name: 'two' });
    confirmIndex('b');
    report('index', 'b', { max_vector_count: 5 });
    report('database', 'a', { db_max_clients: 5 });
    expect(seen).toHaveLength(1);
    expect(view.value).toBe(seen[0]);
  });

  it('emits once for a commit that changes the record and the usage', () => {
    const { commits, database, report, confirmDatabase } = createLimitsUnderTest();
    confirmDatabase('a');
    const seen: unknown[] = [];
    database('a').subscribe(([connections]) => seen.push(`${connections?.used} of ${connections?.limit}`));
    commits.commit(() => {
      report('database', 'a', { db_max_clients: 7 });
      confirmDatabase('a', { db_max_clients: 70 });
    });
    expect(seen).toEqual(['undefined of 10000', '7 of 70']);
  });

  it('shows the use of a daily quota as unknown after its day, without any report', async () => {
    const { clock, index, summary, report, confirmIndex } = createLimitsUnderTest();
    confirmIndex('a', { max_daily_queries: 100 });
    report('index', 'a', { max_daily_queries: 120, max_vector_count: 1 });
    const indexA = index('a');
    expect(indexA.value[2]).toMatchObject({ field: 'max_daily_queries', used: 120, status: 'exceeded' });
    expect(summary.value).toMatchObject({ limits: { exceeded: 1, ok: 1 }, resources: { exceeded: 1 } });
    await clock.advance(72 * HOUR);
    expect(indexA.value[2]).toEqual(expect.not.objectContaining({ used: expect.anything() }));
    expect(indexA.value[2]?.status).toBe('unknown');
    expect(indexA.value).toBe(indexA.value);
    expect(summary.value).toMatchObject({ limits: { exceeded: 0, ok: 1 }, resources: { ok: 1 } });
    expect(summary.value.worst.map(({ field }) => field)).toEqual(['max_vector_count']);
    expect(summary.value.totals.find(({ unit }) => unit === 'queries/day')?.used).toBeUndefined();
    expect(clock.pending).toBe(0);
  });

  it('emits once when a day begins, with one shared timer that ends with the last subscriber', async () => {
    const { clock, database, index, summary, report, confirmIndex, confirmDatabase } = createLimitsUnderTest();
    for (const id of ['a', 'b']) confirmIndex(id, { max_daily_queries: 100 });
    confirmDatabase('d');
    report('index', 'a', { max_daily_queries: 90 });
    const seen: string[][] = [[], [], [], []];
    const subscriptions = [
      index('a').subscribe((usages) => seen[0]?.push(usages[2]?.status ?? '')),
      index('b').subscribe((usages) => seen[1]?.push(usages[2]?.status ?? '')),
      database('d').subscribe((usages) => seen[2]?.push(usages[0]?.status ?? '')),
      summary.subscribe(({ limits }) => seen[3]?.push(`${limits.warning} warned of`)),
    ];
    expect(clock.pending).toBe(1);
    await clock.advance(49 * HOUR);
    expect(seen).toEqual([['warning', 'unknown'], ['unknown'], ['unknown'], ['1 warned of', '0 warned of']]);
    for (const subscription of subscriptions) subscription.unsubscribe();
    expect(clock.pending).toBe(0);
  });

  it('forecasts when a limit is reached, and emits when that time has passed, without any report', async () => {
    const { clock, database, summary, report, confirmDatabase } = createLimitsUnderTest();
    confirmDatabase('a', { db_max_clients: 100 });
    for (let used = 20; used <= 50; used++) {
      await clock.advance(60_000);
      report('database', 'a', { db_max_clients: used });
    }
    const [connections] = database('a').value;
    expect(connections?.exhaustsAt).toBeCloseTo(clock.now() + 50 * 60_000, -2);
    expect(summary.value.worst[0]?.exhaustsAt).toBe(connections?.exhaustsAt);
    const seen: boolean[][] = [[], []];
    database('a').subscribe(([connections]) => seen[0]?.push(connections?.exhaustsAt !== undefined));
    summary.subscribe(({ worst }) => seen[1]?.push(worst[0]?.exhaustsAt !== undefined));
    await clock.advance(49 * 60_000);
    expect(seen).toEqual([[true], [true]]);
    await clock.advance(3 * 60_000);
    expect(seen).toEqual([
      [true, false],
      [true, false],
    ]);
  });
});
