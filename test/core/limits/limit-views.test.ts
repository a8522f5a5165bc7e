import { describe, expect, it } from 'vitest';
import { usageHistoryOf, usageOf } from '../../../src/index.js';
import { limitSummaryOf } from '../../../src/core/limits/limit-summary.js';
import { limitsOf } from '../../../src/core/limits/limits-of.js';
import { reportUsage } from '../../../src/core/limits/report-usage.js';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { dehydrate, hydrate } from '../../../src/core/fleet/snapshot.js';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { createLimitsUnderTest } from './limits-under-test.js';

describe('the views of limits and usage', () => {
  it('see the records that the fleet has when they are first asked for', () => {
    const fleet = createFleet({ baseUrl: 'https://api.example.com', fetch: () => new Promise(() => {}) });
    using _ = fleet;
    const { databases } = kernelOf(fleet, 'a test');
    databases.join(['a']);
    databases.confirm('a', 1, { ...sampleDatabase, database_id: 'a' }, 0);
    expect(limitsOf(fleet, 'database', 'a').value).toHaveLength(12);
    expect(limitSummaryOf(fleet).value).toMatchObject({ databases: 1, limits: { unknown: 12 } });
    reportUsage(fleet, 'database', 'a', { db_max_clients: 9999 });
    expect(limitSummaryOf(fleet).value.worst).toMatchObject([{ id: 'a', used: 9999 }]);
  });

  it('see the usage of a snapshot, before and after they are first asked for', () => {
    const server = createLimitsUnderTest();
    server.fleet.databases.add('a');
    server.confirmDatabase('a');
    reportUsage(server.fleet, 'database', 'a', { db_max_clients: 9999 });
    const snapshot = dehydrate(server.fleet);
    for (const isEarly of [true, false]) {
      const fleet = createFleet({
        baseUrl: 'https://api.example.com',
        fetch: () => new Promise(() => {}),
        clock: server.clock,
      });
      using _ = fleet;
      if (isEarly) void [limitSummaryOf(fleet).value, usageOf(fleet, 'database', 'a').value];
      hydrate(fleet, snapshot);
      expect(usageOf(fleet, 'database', 'a').value?.db_max_clients?.used).toBe(9999);
      expect(limitsOf(fleet, 'database', 'a').value[0]).toMatchObject({ used: 9999 });
      expect(limitSummaryOf(fleet).value.worst).toMatchObject([{ id: 'a', used: 9999 }]);
      expect(usageHistoryOf(fleet, 'database', 'a').value.db_max_clients).toEqual([
        { at: server.clock.now(), used: 9999 },
      ]);
    }
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
