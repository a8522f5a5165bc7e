import { describe, expect, it } from 'vitest';
import { createFacts } from '../../../../../src/apps/dashboard/page/grid/fleet-facts.js';
import { describeRow } from '../../../../../src/apps/dashboard/page/grid/row-facts.js';
import { type Clock, limitsOf, reportUsage } from '../../../../../src/index.js';
import { sampleDatabase } from '../../../../support/sample-database.js';
import { sampleVectorIndices } from '../../../../support/sample-vector-indices.js';
import { createFleetUnderTest, quick } from '../../../../core/fleet/fleet-under-test.js';

it('describeRow finds a database by its place, plan and pending change, and not by `region`, which is always `global`', () => {
  const describeDatabase = (fields: object) => {
    const record = { ...sampleDatabase, ...fields } as typeof sampleDatabase;
    return describeRow('database', { id: 'id', record, status: 'fresh' }, undefined, 0);
  };
  const changed = describeDatabase({ primary_region: 'eu-central-1', type: 'payg', modifying_state: 'updating' });
  expect(changed.text).toMatch(/frankfurt.*pay as you go.*updating/);
  expect(changed.keys['state']).toBe('updating');
  const { filters, text } = describeDatabase({ primary_region: undefined });
  expect([filters['region'], text.includes('global')]).toEqual(['', false]);
});

/** The facts of a fleet that has read these databases. */
async function factsOf(...ids: readonly string[]) {
  const { fleet, service, clock, advance } = createFleetUnderTest({ polling: quick });
  const answer = (): void => service.respond(({ id }) => ({ json: { ...sampleDatabase, database_id: id } }));
  answer();
  fleet.databases.track(ids);
  let computed = 0;
  const schedule: Clock['schedule'] = (...args) => {
    computed += 1;
    return clock.schedule(...args);
  };
  const facts = createFacts(fleet, 'database', { ...clock, schedule });
  facts.subscribe(() => {});
  await advance(5000);
  return { fleet, service, advance, answer, facts, computed: () => computed };
}

describe('createFacts', () => {
  it('computes nothing after polls without news, and updates the facts of stale and missing databases', async () => {
    const { service, advance, answer, facts, computed } = await factsOf('a', 'b', 'c');
    const before = [computed(), service.requests.length] as const;
    await advance(120_000);
    expect(service.requests.length).toBeGreaterThan(before[1]);
    expect(computed()).toBe(before[0]);
    const order = (): unknown[] => facts.value.map(({ keys }) => keys['updated']);
    expect(order()).toEqual([3, 3, 3]);
    service.respond(({ id }) => {
      if (id === 'a') return { status: 404, json: { error: 'no such database' } };
      return id === 'b' ? { status: 500, json: {} } : { json: { ...sampleDatabase, database_id: id } };
    });
    await advance(120_000);
    expect(order()).toEqual([0, 2, 3]);
    answer();
    await advance(600_000);
    expect(order()).toEqual([3, 3, 3]);
  });

  it('keeps a condition until its limit clears, as the row and the details do', async () => {
    const { fleet, advance, facts } = await factsOf('a');
    const seen: unknown[] = [];
    for (const share of [0.81, 0.79, 0.77]) {
      reportUsage(fleet, 'database', 'a', { db_max_clients: share * sampleDatabase.db_max_clients });
      await advance(1000);
      seen.push(`${facts.value[0]?.health.kind} ${limitsOf(fleet, 'database', 'a').value[0]?.status}`);
    }
    expect(seen).toEqual(['near warning', 'near warning', 'healthy ok']);
  });

  it('does not call a database healthy that is full within an hour, while many others are fuller', async () => {
    const others = [...'bcdefghijklm'];
    const { fleet, advance, facts } = await factsOf('a', ...others);
    for (const id of others) reportUsage(fleet, 'database', id, { db_max_clients: 5000 });
    // From 0 to 40 % in 30 minutes.
    for (let reading = 0; reading < 120; reading++) {
      const used = (0.4 * sampleDatabase.db_memory_threshold * reading) / 120;
      reportUsage(fleet, 'database', 'a', { db_memory_threshold: used });
      await advance(15_000);
    }
    expect(facts.value.map(({ health }) => health)).toEqual([
      { kind: 'filling', about: 'db_memory_threshold' },
      ...others.map(() => ({ kind: 'healthy' })),
    ]);
  });
});

it('calls no index healthy while the list of indices gets no answer', async () => {
  const { fleet, service, clock, advance } = createFleetUnderTest({ polling: quick });
  const answer = (): void => service.respond(() => ({ json: sampleVectorIndices(2) }));
  const facts = createFacts(fleet, 'index', clock);
  const conditions = (): unknown[] => facts.value.map(({ health, lastKnown }) => [health.kind, lastKnown?.health.kind]);
  answer();
  facts.subscribe(() => {});
  await advance(5000);
  expect(conditions()).toEqual(Array(2).fill(['healthy', undefined]));
  expect(Object.keys(facts.value[0]?.filters ?? {})).toEqual(['health', 'plan', 'region', 'kind']);
  service.respond(() => ({ status: 500, json: {} }));
  await advance(60_000);
  expect(conditions()).toEqual(Array(2).fill(['silent', 'healthy']));
  answer();
  await advance(120_000);
  expect(conditions()).toEqual(Array(2).fill(['healthy', undefined]));
});
