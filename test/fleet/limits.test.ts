import { describe, expect, test } from 'vitest';
import { sampleVectorIndices } from '../support/sample-vector-indices.js';
import { createFleetUnderTest } from './fleet-under-test.js';

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
