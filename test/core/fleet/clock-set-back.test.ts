import { describe, expect, test } from 'vitest';
import { dehydrate, hydrate, upsertDatabase } from '../../../src/index.js';
import type { Database } from '../../../src/core/records/database.js';
import { createFleetUnderTest } from './fleet-under-test.js';
import { databaseOf } from './scripted-service.js';

const HOUR_MS = 3_600_000;

function setUp() {
  const under = createFleetUnderTest();
  const { fleet, clock } = under;
  return {
    ...under,
    now: () => clock.now(),
    stateOf: () => fleet.databases.record('a').value?.state,
    upsert: (state: string, readAt?: number) =>
      upsertDatabase(fleet, databaseOf('a', { state }) as Database, { readAt }),
  };
}

describe('after the wall clock was set back', () => {
  test('an upserted record is newer than an earlier answer, unless it was read before', async () => {
    const { fleet, wall, now, advance, stateOf, upsert } = setUp();
    await fleet.databases.refresh('a');
    await advance(1000);
    wall.offsetMs = -HOUR_MS;
    upsert('suspended', now() - 2000);
    expect(stateOf()).toBe('active');
    upsert('suspended', now() - 500);
    expect(stateOf()).toBe('suspended');
    await advance(1000);
    upsert('active');
    expect(stateOf()).toBe('active');
    expect(fleet.databases.entry('a').value).toMatchObject({ confirmedAt: now(), changedAt: now() });
  });

  test('an upserted record replaces an earlier 404', async () => {
    const { refuseWith, wall, stateOf, upsert } = setUp();
    await refuseWith(404);
    wall.offsetMs = -HOUR_MS;
    upsert('suspended');
    expect(stateOf()).toBe('suspended');
  });

  test('a new snapshot is newer than earlier answers', async () => {
    const { fleet, wall, advance, stateOf } = setUp();
    const other = setUp();
    await fleet.databases.refresh('a');
    await fleet.indices.refresh();
    wall.offsetMs = other.wall.offsetMs = -HOUR_MS;
    await advance(5000);
    await other.advance(4000);
    other.service.respond(({ operation, id }) => ({
      json: operation === 'list' ? [{ id: 'i' }] : databaseOf(id, { state: 'suspended' }),
    }));
    await other.fleet.databases.refresh('a');
    await other.fleet.indices.refresh();
    hydrate(fleet, dehydrate(other.fleet));
    expect(stateOf()).toBe('suspended');
    expect(fleet.indices.all.value.map(({ id }) => id)).toEqual(['i']);
  });

  test('a snapshot from a clock that is ahead does not block a new record', async () => {
    const { fleet, stateOf, upsert } = setUp();
    const ahead = setUp();
    ahead.wall.offsetMs = HOUR_MS;
    await ahead.fleet.databases.refresh('a');
    hydrate(fleet, dehydrate(ahead.fleet));
    upsert('suspended');
    expect(stateOf()).toBe('suspended');
  });
});
