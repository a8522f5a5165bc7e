import { describe, expect, test } from 'vitest';
import type { FleetOptions } from '../../src/fleet-options.js';
import { sampleVectorIndices } from '../support/sample-vector-indices.js';
import { createFleetUnderTest, quick } from './fleet-under-test.js';
import { databaseOf } from './scripted-service.js';

const HOUR_MS = 3_600_000;

function createFleetWithIndices(count: number) {
  const under = createFleetUnderTest();
  under.service.respond(({ operation }) => (operation === 'list' ? { json: sampleVectorIndices(count) } : undefined));
  return under;
}

describe('limits of a fleet', () => {
  test('a subscriber to the summary alone sees the indices, and those that come later', async () => {
    const { fleet, service, advance } = createFleetWithIndices(3);
    const seen: number[] = [];
    const subscription = fleet.limits.summary.subscribe(({ indices }) => seen.push(indices));
    await advance(60_000);
    service.respond(() => ({ json: sampleVectorIndices(4) }));
    await advance(60_000);
    expect(seen).toEqual([0, 3, 4]);
    subscription.unsubscribe();
    service.clear();
    await advance(HOUR_MS);
    expect(service.requests).toEqual([]);
  });

  test('the summary does not poll when it is only read', async () => {
    const { fleet, service, advance } = createFleetWithIndices(3);
    expect(fleet.limits.summary.value.indices).toBe(0);
    await advance(HOUR_MS);
    expect(service.requests).toEqual([]);
  });

  test('a daily quota is unknown the next day, for readers and for subscribers, though nothing is answered', async () => {
    const { fleet, service, clock, advance } = createFleetWithIndices(1);
    const [index] = await fleet.indices.refresh();
    const id = index?.id as string;
    service.respond(() => undefined);
    fleet.usage.report('index', id, { max_daily_queries: index?.max_daily_queries as number });
    const seen: unknown[] = [];
    const view = fleet.limits.index(id);
    const subscription = view.subscribe((limits) => seen.push(limits[2]?.status));
    await advance(24 * HOUR_MS);
    expect(seen).toEqual(['exceeded', 'unknown']);
    fleet.usage.report('index', id, { max_daily_queries: 1 });
    subscription.unsubscribe();
    await advance(24 * HOUR_MS);
    expect(view.value[2]?.status).toBe('unknown');
    expect(fleet.usage.latest('index', id).value).toBeUndefined();
    fleet.limits.summary.subscribe();
    expect(clock.armed).toBeGreaterThan(0);
    fleet.dispose();
    fleet.limits.summary.subscribe();
    expect(clock.armed).toBe(0);
  });
});

/** A fleet that knows databases with these limits. */
async function createFleetWithDatabases(count: number, limits: object, options: Partial<FleetOptions> = {}) {
  const under = createFleetUnderTest({ polling: quick, ...options });
  under.service.respond(({ id }) => ({ json: databaseOf(id, limits) }));
  const ids = Array.from({ length: count }, (_, number) => `db-${number}`);
  under.fleet.databases.track(ids);
  for (const id of ids) await under.fleet.databases.refresh(id);
  return { ...under, ids };
}

describe('totals of a fleet', () => {
  test('have uses that are tiny, without drift and in any order', async () => {
    const { fleet, ids } = await createFleetWithDatabases(1000, { db_max_commands_per_second: 1000 });
    const usedNow = () => fleet.limits.summary.value.totals.find(({ unit }) => unit === 'commands/s')?.used;
    for (const id of ids) fleet.usage.report('database', id, { db_max_commands_per_second: 0.0004 });
    expect(usedNow()).toBe(0.4);
    for (const used of [1e-300, 1e15, 123.456, 0.0004]) {
      for (const id of ids.toReversed()) fleet.usage.report('database', id, { db_max_commands_per_second: used });
      expect(usedNow()).toBe(1000 * used);
    }
  });
});
