import { describe, expect, it } from 'vitest';
import type { LimitUsage } from '../../src/limits/limit-usage.js';
import { FleetError } from '../../src/shared/fleet-error.js';
import { createLimitsUnderTest } from './limits-under-test.js';

const HOUR = 3_600_000;

describe("the view of a resource's limits", () => {
  it('is empty until there is a record, then follows record and usage', () => {
    const { limits, ledger, confirmDatabase } = createLimitsUnderTest();
    const seen: (readonly LimitUsage[])[] = [];
    limits.database('a').subscribe((usages) => seen.push(usages));
    ledger.report('database', 'a', { db_max_clients: 5000 });
    confirmDatabase('a');
    ledger.report('database', 'a', { db_max_clients: 9000 });
    confirmDatabase('a', { db_max_clients: 9000 });
    expect(seen.map(([connections]) => connections?.status)).toEqual([undefined, 'ok', 'warning', 'exceeded']);
    expect(seen.map(({ length }) => length)).toEqual([0, 12, 12, 12]);
    expect(limits.database('a').value).toEqual(seen.at(-1));
  });

  it('is silent while neither the limits nor their use change', () => {
    const { limits, ledger, confirmIndex } = createLimitsUnderTest();
    confirmIndex('a', { name: 'one' });
    const seen: (readonly LimitUsage[])[] = [];
    const view = limits.index('a');
    view.subscribe((usages) => seen.push(usages));
    confirmIndex('a', { name: 'two' });
    confirmIndex('b');
    ledger.report('index', 'b', { max_vector_count: 5 });
    ledger.report('database', 'a', { db_max_clients: 5 });
    expect(seen).toHaveLength(1);
    expect(view.value).toBe(seen[0]);
  });

  it('changes once in a commit that changes both', () => {
    const { commits, limits, ledger, confirmDatabase } = createLimitsUnderTest();
    confirmDatabase('a');
    const seen: unknown[] = [];
    limits.database('a').subscribe(([connections]) => seen.push([connections?.limit, connections?.used]));
    commits.commit(() => {
      ledger.report('database', 'a', { db_max_clients: 7 });
      confirmDatabase('a', { db_max_clients: 70 });
    });
    expect(seen).toEqual([
      [10_000, undefined],
      [70, 7],
    ]);
  });

  it('foretells when a limit is reached', async () => {
    const { clock, limits, ledger, confirmDatabase } = createLimitsUnderTest();
    confirmDatabase('a', { db_max_clients: 100 });
    for (let used = 40; used <= 50; used++) {
      ledger.report('database', 'a', { db_max_clients: used });
      if (used < 50) await clock.advance(60_000);
    }
    const [connections] = limits.database('a').value;
    expect(connections?.exhaustsAt).toBeCloseTo(clock.now() + 50 * 60_000, -2);
    expect(limits.summary.value.worst[0]?.exhaustsAt).toBe(connections?.exhaustsAt);
  });

  it('knows nothing of a daily quota once its day is over, when any answer comes', async () => {
    const { clock, limits, ledger, confirmIndex, confirmDatabase } = createLimitsUnderTest();
    confirmIndex('a', { max_daily_queries: 100 });
    ledger.report('index', 'a', { max_daily_queries: 120 });
    expect(limits.summary.value.limits.exceeded).toBe(1);
    await clock.advance(24 * HOUR);
    confirmDatabase('x');
    expect(limits.index('a').value.map(({ status }) => status)).not.toContain('exceeded');
    expect(limits.summary.value.limits.exceeded).toBe(0);
  });

  it('goes by the thresholds of the fleet', () => {
    const { limits, ledger, confirmDatabase } = createLimitsUnderTest({ thresholds: { warning: 0.1 } });
    confirmDatabase('a');
    ledger.report('database', 'a', { db_max_clients: 1000 });
    expect(limits.database('a').value[0]?.status).toBe('warning');
    expect(limits.summary.value.limits.warning).toBe(1);
  });

  it('is not made with thresholds that are wrong', () => {
    expect(() => createLimitsUnderTest({ thresholds: { warning: 80 } })).toThrow(FleetError);
  });

  it('completes when what it is made of does', () => {
    const { limits, databases, confirmDatabase } = createLimitsUnderTest();
    confirmDatabase('a');
    let completed = 0;
    limits.database('a').subscribe({ complete: () => (completed += 1) });
    limits.summary.subscribe({ complete: () => (completed += 1) });
    databases.dispose();
    limits.dispose();
    expect(completed).toBe(2);
  });
});
