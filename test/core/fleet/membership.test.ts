import { reportUsage, usageOf, limitSummaryOf } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import { createFleetUnderTest } from './fleet-under-test.js';
import { databaseOf } from './scripted-service.js';

describe('add and remove', () => {
  test('are idempotent and opposite, for any number of calls', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    const { databases } = fleet;
    const seen: unknown[] = [];
    databases.tracked.subscribe((ids) => seen.push(ids));
    databases.add('a');
    databases.add(['a', 'a', 'b']);
    databases.add(new Set(['b', 'a']).values());
    await advance(0);
    expect(databases.known.value).toEqual(['a', 'b']);
    databases.remove('a');
    databases.remove(['a', 'never-added']);
    await advance(0);
    expect(databases.known.value).toEqual(['b']);
    databases.add('a');
    databases.remove(['b', 'b']);
    await advance(0);
    expect(databases.known.value).toEqual(['a']);
    expect(seen).toEqual([[], ['a'], ['a', 'b'], ['b'], ['b', 'a'], ['a']]);
    expect(service.requests.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('do not affect leases, and leases do not affect them', async () => {
    const { fleet, advance } = createFleetUnderTest();
    const { databases } = fleet;
    const [endFirst, endSecond] = [databases.track(['a', 'b']), databases.track('a')];
    databases.add('a');
    databases.remove(['a', 'b']);
    await advance(0);
    expect(databases.tracked.value).toEqual(['a', 'b']);
    databases.add('a');
    endFirst();
    endSecond();
    endSecond();
    await advance(0);
    expect(databases.tracked.value).toEqual(['a']);
    databases.remove('a');
    await advance(0);
    expect(databases.known.value).toEqual([]);
  });
});

test('calls inside a subscriber apply in their order: all views agree afterwards, and only known ids are polled', async () => {
  const { fleet, service, errors, advance } = createFleetUnderTest();
  const { databases } = fleet;
  const during: unknown[] = [];
  databases.tracked.subscribe((ids) => {
    if (!ids.includes('start') || ids.includes('added')) return;
    databases.add(['added', 'gone']);
    databases.remove(['gone', 'brief']);
    databases.track('ended')();
    databases.track('leased');
    during.push(databases.tracked.value);
  });
  const seen: unknown[] = [];
  databases.tracked.subscribe((ids) => seen.push(ids));
  databases.add(['start', 'brief']);
  expect(databases.tracked.value).toEqual(['start', 'added', 'leased']);
  await advance(0);
  expect(databases.known.value).toEqual(['start', 'added', 'leased']);
  expect(during).toEqual([['start', 'brief']]);
  expect(seen.at(-1)).toBe(databases.tracked.value);
  expect(errors).toEqual([]);
  await advance(3_600_000);
  expect(new Set(service.requests.map(({ id }) => id))).toEqual(new Set(databases.known.value));
});

test('an id that is removed leaves the lists; its record, credentials and usage are kept for retainMs', async () => {
  const { fleet, service, advance } = createFleetUnderTest({ retainMs: 10_000 });
  const { databases } = fleet;
  service.respond(({ id }) => ({ json: databaseOf(id, { password: 'CANARY' }) }));
  databases.add(['a', 'b']);
  await advance(0);
  reportUsage(fleet, 'database', 'a', { db_max_clients: 5 });
  databases.remove('a');
  expect(databases.tracked.value).toEqual(['b']);
  await advance(0);
  expect(databases.known.value).toEqual(['b']);
  expect(databases.all.value.map(({ database_id: id }) => id)).toEqual(['b']);
  expect(limitSummaryOf(fleet).value.databases).toBe(1);
  await advance(9_999);
  expect(databases.record('a').value).toBeDefined();
  expect(databases.credentials('a')).toEqual({ password: 'CANARY' });
  expect(usageOf(fleet, 'database', 'a').value).toBeDefined();
  await advance(1);
  expect(databases.entry('a').value).toMatchObject({ status: 'unknown', record: undefined });
  expect(databases.credentials('a')).toBeUndefined();
  expect(usageOf(fleet, 'database', 'a').value).toBeUndefined();
});
