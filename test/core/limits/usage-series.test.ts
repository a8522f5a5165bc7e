import { describe, expect, it } from 'vitest';
import { createReport } from '../../../src/core/limits/report-usage.js';
import { UsageLedger, type UsageLedgerOptions } from '../../../src/core/limits/usage-ledger.js';
import type { UsagePoint } from '../../../src/core/limits/usage-series.js';
import { Commits } from '../../../src/core/store/commits.js';
import { createManualClock } from '../../support/manual-clock.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const start = Date.UTC(2026, 0, 1);

function createLedger(options: Partial<UsageLedgerOptions> = {}) {
  const clock = createManualClock(start);
  const kept = new UsageLedger({ commits: new Commits(), clock, ...options });
  const ledger = Object.assign(kept, { report: createReport({ ledger: kept, clock, recordOf: () => undefined }) });
  const clients = (id = 'a'): readonly UsagePoint[] => ledger.history('database', id).value.db_max_clients ?? [];
  const report = (used: number, at = clock.now(), id = 'a'): void =>
    ledger.report('database', id, { db_max_clients: used }, { at });
  return { clock, ledger, clients, report };
}

describe('the usage history', () => {
  it('is empty without a report', () => {
    const { ledger } = createLedger();
    expect(ledger.history('database', 'a').value).toEqual({});
  });

  it('has the points of every limit, rates included', () => {
    const { ledger } = createLedger();
    ledger.report('index', 'i', { max_query_per_second: 3, max_vector_count: 1 });
    expect(ledger.history('index', 'i').value).toEqual({
      max_query_per_second: [{ at: start, used: 3 }],
      max_vector_count: [{ at: start, used: 1 }],
    });
  });

  it('covers a day with a point a minute', async () => {
    const { clock, clients, report } = createLedger();
    for (let minute = 0; minute < 2 * 1440; minute++) {
      report(minute);
      await clock.advance(MINUTE);
    }
    const points = clients();
    expect(points).toHaveLength(1440);
    expect(points.at(-1)?.used).toBe(2 * 1440 - 1);
    expect(points[0]?.used).toBe(1440);
  });

  it('keeps the last report of each minute when reports come every 5 s', async () => {
    const { clock, clients, report } = createLedger();
    for (let at = 0; at < 1.5 * DAY; at += 5000) {
      report(at / 5000);
      await clock.advance(5000);
    }
    const points = clients();
    expect(points.length).toBeGreaterThan(1400);
    expect(points.length).toBeLessThanOrEqual(1440);
    const steps = points.slice(1).map(({ at }, before) => at - (points[before] as UsagePoint).at);
    expect(Math.max(...steps)).toBeLessThanOrEqual(65_000);
  });

  it('emits when a report adds a point, and not when a report is repeated', () => {
    const { ledger, report } = createLedger();
    const seen: unknown[] = [];
    ledger.history('database', 'a').subscribe((history) => seen.push(history));
    report(1, start);
    report(1, start);
    expect(seen).toEqual([{}, { db_max_clients: [{ at: start, used: 1 }] }]);
  });

  it('gets fewer points per limit when many limits have one', async () => {
    const limitBytes = 200 * 16 * 100;
    const { clock, ledger, clients, report } = createLedger({ historyLimitBytes: limitBytes });
    for (let minute = 0; minute < 1440; minute++) {
      report(minute);
      await clock.advance(MINUTE);
    }
    for (let id = 0; id < 199; id++) report(id, clock.now(), `id-${id}`);
    report(1439, clock.now() - 1);
    expect(clients().length).toBeLessThanOrEqual(100);
    expect(clients().length).toBeGreaterThan(40);
    expect(clients().at(-1)?.used).toBe(1439);
    for (let id = 0; id < 100; id++)
      ledger.report('database', `more-${id}`, { db_max_clients: 1, db_memory_threshold: 1 });
    report(1439, clock.now() - 2);
    expect(clients().length).toBeLessThanOrEqual(limitBytes / 16 / 400);
    expect(clients().length).toBeGreaterThanOrEqual(16);
  });

  it('is not kept when each limit would have fewer than 16 points', () => {
    const { ledger, clients, report } = createLedger({ historyLimitBytes: 16 * 16 * 10 });
    for (const at of [start, start + 1]) for (let id = 0; id < 20; id++) report(1, at, `id-${id}`);
    expect(clients('id-0')).toEqual([]);
    expect(ledger.peekSeries('database', 'id-19')).toBeUndefined();
    expect(ledger.latest('database', 'id-19').value?.db_max_clients?.used).toBe(1);
  });

  it('merges earlier points with those that were reported meanwhile', () => {
    const { ledger, clients, report } = createLedger();
    report(9, start);
    ledger.restoreSeries('database', 'a', { db_max_clients: [start - 2 * MINUTE, 7, start - MINUTE, 8, start, 1] });
    expect(clients().map(({ used }) => used)).toEqual([7, 8, 9]);
  });
});
