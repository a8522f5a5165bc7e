import { limitSummaryOf, reportUsage, limitsOf, usageOf, dehydrate } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import type { FleetOptions } from '../../../src/core/fleet/fleet-options.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import { createFleetUnderTest, quick } from './fleet-under-test.js';
import { databaseOf } from './scripted-service.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

function createFleetWithIndices(count: number) {
  const under = createFleetUnderTest();
  under.service.respond(({ operation }) => (operation === 'list' ? { json: sampleVectorIndices(count) } : undefined));
  return under;
}

test('a subscriber of only the summary sees the indices, also later ones', async () => {
  const { fleet, service, advance } = createFleetWithIndices(3);
  const seen: number[] = [];
  const subscription = limitSummaryOf(fleet).subscribe(({ indices }) => seen.push(indices));
  await advance(60_000);
  service.respond(() => ({ json: sampleVectorIndices(4) }));
  await advance(60_000);
  expect(seen).toEqual([0, 3, 4]);
  subscription.unsubscribe();
  service.clear();
  await advance(HOUR_MS);
  expect(service.requests).toEqual([]);
});

/** A fleet that knows a database with these limits. */
async function createFleetWithDatabase(limits: object, options: Partial<FleetOptions> = {}) {
  const under = createFleetUnderTest({ polling: quick, ...options });
  const id = 'db-0';
  under.service.respond(() => ({ json: databaseOf(id, limits) }));
  under.fleet.databases.add(id);
  await under.fleet.databases.refresh(id);
  return { ...under, id };
}

describe('the status of a limit', () => {
  const limits = { db_max_clients: 1003 };

  /** The statuses in the views and the summary, one for each reported use. */
  async function statusesOf(uses: readonly number[], options: Partial<FleetOptions> = {}): Promise<string> {
    const { fleet, id, advance } = await createFleetWithDatabase(limits, options);
    const notified: (string | undefined)[] = [];
    limitsOf(fleet, 'database', id).subscribe(([first]) => notified.push(first?.status));
    const statuses: string[] = [];
    for (const used of uses) {
      await advance(15_000);
      reportUsage(fleet, 'database', id, { db_max_clients: used });
      const [status = ''] = limitsOf(fleet, 'database', id).value.map((usage) => usage.status);
      expect(notified.at(-1)).toBe(status);
      statuses.push(status);
    }
    // The first read of the summary agrees with views that were read after each report.
    expect(limitSummaryOf(fleet).value.limits).toMatchObject({ [statuses.at(-1) as string]: 1 });
    expect(limitSummaryOf(fleet).value.resources).toMatchObject({ [statuses.at(-1) as string]: 1 });
    expect(limitSummaryOf(fleet).value.worst[0]?.status).toBe(statuses.at(-1));
    return statuses.join(' ');
  }

  test('falls step by step, each at two percentage points below its threshold', async () => {
    const shares = [0.79, 0.96, 0.94, 0.92, 1.01, 0.985, 0.97, 0.81, 0.785, 0.775, 0.79, 0.8];
    expect(await statusesOf(shares.map((share) => Math.ceil(share * 1003)))).toBe(
      'ok critical critical warning exceeded exceeded critical warning warning ok ok warning',
    );
  });

  test('is cleared at the thresholds of the fleet', async () => {
    const thresholds = { warning: 0.5, clear: { warning: 0.3 }, overrides: { db_max_clients: { critical: 0.6 } } };
    expect(await statusesOf([499, 502, 400, 310, 300, 310, 610, 590, 580], { thresholds })).toBe(
      'ok warning warning warning ok ok critical critical warning',
    );
  });

  test('is kept by a snapshot', async () => {
    const { fleet, id, advance } = await createFleetWithDatabase(limits);
    for (const used of [803, 802]) {
      await advance(15_000);
      reportUsage(fleet, 'database', id, { db_max_clients: used });
    }
    const page = createFleetUnderTest({ snapshot: dehydrate(fleet) });
    expect(limitsOf(page.fleet, 'database', id).value[0]).toMatchObject({ used: 802, status: 'warning' });
    expect(limitSummaryOf(page.fleet).value.limits.warning).toBe(1);
  });

  test('ignores a late report, and a quota starts a new day without a status', async () => {
    const { fleet, advance, clock } = createFleetWithIndices(1);
    const [index] = await fleet.indices.refresh();
    const id = index?.id as string;
    const most = index?.max_daily_queries as number;
    const report = (share: number, at = clock.now()): string | undefined => {
      reportUsage(fleet, 'index', id, { max_daily_queries: share * most }, { at });
      return limitsOf(fleet, 'index', id).value[2]?.status;
    };
    expect(report(0.79)).toBe('ok');
    await advance(10 * MINUTE_MS);
    expect(report(0.79)).toBe('ok');
    expect(usageOf(fleet, 'index', id).value?.max_daily_queries).not.toHaveProperty('statusBefore');
    expect(report(0.9, clock.now() - MINUTE_MS)).toBe('ok');
    await advance(MINUTE_MS);
    expect(report(0.79)).toBe('ok');
    await advance(MINUTE_MS);
    expect([report(0.8), report(0.79)]).toEqual(['warning', 'ok']);
    await advance(MINUTE_MS);
    expect(report(0.8)).toBe('warning');
    await advance(24 * HOUR_MS);
    expect(report(0.79)).toBe('ok');
  });
});

describe('reports with different clocks', () => {
  async function createReportedFleet() {
    const under = await createFleetWithDatabase({ db_max_clients: 100 });
    const { id, clock } = under;
    return {
      ...under,
      now: () => clock.now(),
      report: (used: number, at?: number) => reportUsage(under.fleet, 'database', id, { db_max_clients: used }, { at }),
      usage: () => limitsOf(under.fleet, 'database', id).value[0],
      history: () => usageOf(under.fleet, 'database', id).value?.db_max_clients?.history,
    };
  }

  test('count again at once after a wall clock that was ahead is set back', async () => {
    const { wall, now, advance, report, usage, history } = await createReportedFleet();
    report(10);
    const beforeAt = now();
    await advance(MINUTE_MS);
    wall.offsetMs = 5 * HOUR_MS;
    report(50);
    await advance(MINUTE_MS);
    wall.offsetMs = 0;
    report(60);
    expect(usage()).toMatchObject({ used: 60, observedAt: now() });
    expect(history()).toEqual([beforeAt, 10, now(), 60]);
    await advance(MINUTE_MS);
    report(20);
    expect(usage()).toMatchObject({ used: 20, observedAt: now() });
  });

  test('of a source whose clock is ahead count as of now, in the order in which they come', async () => {
    const { now, advance, report, usage, history } = await createReportedFleet();
    report(10, now() + 2 * HOUR_MS);
    expect(usage()).toMatchObject({ used: 10, observedAt: now() });
    const firstAt = now();
    await advance(MINUTE_MS);
    report(20);
    expect(usage()).toMatchObject({ used: 20, observedAt: now() });
    report(30, now() + HOUR_MS);
    expect(usage()).toMatchObject({ used: 30, observedAt: now() });
    expect(history()).toEqual([firstAt, 10, now(), 30]);
  });

  test('count after a snapshot of a server whose clock is ahead', async () => {
    const server = await createReportedFleet();
    server.wall.offsetMs = HOUR_MS;
    server.report(10);
    const page = createFleetUnderTest({ snapshot: dehydrate(server.fleet) });
    const { id } = server;
    reportUsage(page.fleet, 'database', id, { db_max_clients: 20 });
    expect(limitsOf(page.fleet, 'database', id).value[0]).toMatchObject({ used: 20, observedAt: page.clock.now() });
  });
});
