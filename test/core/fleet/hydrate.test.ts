import { exactInt64, transitionsOf, limitSummaryOf, usageOf } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import type { FleetOptions } from '../../../src/core/fleet/fleet-options.js';
import type { FleetSnapshot } from '../../../src/core/fleet/fleet-snapshot.js';
import type { Fleet } from '../../../src/core/fleet/fleet.js';
import { dehydrate, hydrate } from '../../../src/core/fleet/snapshot.js';
import { createFleetUnderTest, quick, type FleetUnderTest } from './fleet-under-test.js';
import { databaseOf } from './scripted-service.js';

const empty: FleetSnapshot = { format: 1, added: [], databases: [], indices: [], usage: [] };

function databaseAt(confirmedAt: number, fields: object = {}): FleetSnapshot {
  const record = databaseOf('a', fields);
  const entry = { id: 'a', status: 'fresh', record, confirmedAt, changedAt: confirmedAt };
  return { ...empty, added: ['a'], databases: [entry] } as unknown as FleetSnapshot;
}

function listAt(listedAt: number, ids: readonly string[], fields: object = {}): FleetSnapshot {
  const indices = ids.map((id) => ({ id, status: 'fresh', record: { id, ...fields }, confirmedAt: listedAt }));
  return { ...empty, indices, listedAt } as unknown as FleetSnapshot;
}

/** A fleet whose service sends every record with the name `own`. */
function createPage(options: Partial<FleetOptions> = {}): FleetUnderTest {
  const page = createFleetUnderTest({ polling: quick, ...options });
  page.service.respond(({ operation, id }) => ({
    json: operation === 'list' ? [{ id: 'i-1', name: 'own' }] : databaseOf(id, { database_name: 'own' }),
  }));
  return page;
}

const nameOf = ({ databases }: Fleet): string | undefined => databases.record('a').value?.database_name;
const idsOf = ({ indices }: Fleet): readonly string[] => indices.all.value.map(({ id }) => id);

describe('hydrate of a fleet in use', () => {
  test.each([
    ['replaces a record that was confirmed earlier', 1, 'of the snapshot'],
    ['keeps a record that was confirmed at the same time', 0, 'own'],
    ['keeps a record that was confirmed later', -1, 'own'],
  ])('%s', async (_, laterMs, name) => {
    const { fleet, clock } = createPage();
    await fleet.databases.refresh('a');
    hydrate(fleet, databaseAt(clock.now() + laterMs, { database_name: 'of the snapshot' }));
    expect(nameOf(fleet)).toBe(name);
    expect(fleet.databases.entry('a').value).toMatchObject({
      status: 'fresh',
      fetching: false,
      confirmedAt: clock.now() + Math.max(0, laterMs),
    });
  });

  test('makes a database missing if a snapshot with the same confirmation time says so', async () => {
    const { fleet, clock } = createPage();
    await fleet.databases.refresh('a');
    const { databases } = databaseAt(clock.now());
    hydrate(fleet, { ...empty, databases: databases.map((entry) => ({ ...entry, status: 'missing' as const })) });
    expect(fleet.databases.entry('a').value).toMatchObject({ status: 'missing', record: { database_name: 'own' } });
  });

  test('keeps the reference of an equal record, its digits, and its time of change', async () => {
    const { fleet, service, clock } = createPage();
    service.respond(() => new Response('{"database_id":"a","db_request_limit":8024278031528736858}'));
    const record = await fleet.databases.refresh('a');
    const seen: unknown[] = [];
    fleet.databases.record('a').subscribe((now) => void seen.push(now));
    const snapshot = dehydrate(fleet);
    const laterAt = clock.now() + 5;
    const databases = snapshot.databases.map((entry) => ({ ...entry, confirmedAt: laterAt, changedAt: laterAt }));
    hydrate(fleet, { ...snapshot, databases });
    expect(seen).toEqual([record]);
    expect(seen[0]).toBe(record);
    expect(exactInt64(record, 'db_request_limit')).toBe(8_024_278_031_528_736_858n);
    expect(fleet.databases.entry('a').value).toMatchObject({ confirmedAt: laterAt, changedAt: clock.now() });
  });

  test.each([
    [404, 'missing not-found'],
    [500, 'stale unavailable'],
  ])('keeps a %i to a request that started after the record was confirmed', async (status, kept) => {
    const { fleet, refuseWith, clock } = createPage();
    await refuseWith(status);
    const seen = [-2, -1, 0].map((laterMs) => {
      hydrate(fleet, databaseAt(clock.now() + laterMs));
      const entry = fleet.databases.entry('a').value;
      return `${entry.status} ${entry.error?.code}`;
    });
    expect(seen).toEqual([kept, kept, 'fresh undefined']);
  });

  test('restores a later list of indices after a failed request, also an index that was missing', async () => {
    const { fleet, service, clock } = createPage();
    fleet.indices.entry('i-2').subscribe();
    await fleet.indices.refresh();
    service.respond(() => ({ status: 404 }));
    await fleet.indices.refresh().catch(() => {});
    hydrate(fleet, listAt(clock.now() + 1, ['i-1', 'i-2']));
    for (const id of ['i-1', 'i-2']) expect(fleet.indices.entry(id).value.status).toBe('fresh');
  });

  test('keeps the failure of a list request that ended after the snapshot was taken', async () => {
    const { fleet, service, clock, advance } = createPage();
    await fleet.indices.refresh();
    const listedAt = clock.now() + 1;
    await advance(2);
    service.respond(() => ({ status: 500 }));
    await fleet.indices.refresh().catch(() => {});
    hydrate(fleet, listAt(listedAt, ['i-1', 'i-2']));
    const failed = { status: 'stale', confirmedAt: listedAt, error: { code: 'unavailable' } };
    expect(fleet.indices.status.value).toMatchObject(failed);
    expect(fleet.indices.entry('i-1').value).toMatchObject(failed);
    expect(idsOf(fleet)).toEqual(['i-1', 'i-2']);
  });

  test('leaves requests in flight, whose answers replace the record and the list of the snapshot', async () => {
    const { fleet, service, clock, advance } = createPage();
    await fleet.indices.refresh();
    service.respond(({ operation, id }) => {
      const json = operation === 'list' ? [{ id: 'i-1' }] : databaseOf(id, { database_name: 'of the answer' });
      return { json };
    }, 1000);
    const refreshed = [fleet.databases.refresh('a'), fleet.indices.refresh()];
    await advance(0);
    expect(fleet.databases.entry('a').value).toMatchObject({ status: 'loading', fetching: true });
    const { databases } = databaseAt(clock.now() + 60_000, { database_name: 'of the snapshot' });
    hydrate(fleet, { ...listAt(clock.now() + 1, ['i-2']), databases });
    expect([nameOf(fleet), idsOf(fleet)]).toEqual(['of the snapshot', ['i-2']]);
    for (const view of [fleet.databases.entry('a'), fleet.indices.status, fleet.indices.entry('i-2')])
      expect(view.value).toMatchObject({ status: 'fresh', fetching: true });
    expect(fleet.indices.entry('i-1').value).toMatchObject({ status: 'missing', record: undefined });
    await advance(1000);
    await Promise.all(refreshed);
    expect([nameOf(fleet), idsOf(fleet)]).toEqual(['of the answer', ['i-1']]);
    expect(fleet.databases.entry('a').value).toMatchObject({ fetching: false, confirmedAt: clock.now() });
    expect(fleet.indices.entry('i-1').value).toMatchObject({ status: 'fresh', fetching: false });
    expect(fleet.indices.entry('i-2').value.status).toBe('missing');
    expect(fleet.indices.status.value.fetching).toBe(false);
  });

  test('is replaced by the next answer, also if that answer repeats the previous answer', async () => {
    const { fleet, clock } = createPage();
    await fleet.databases.refresh('a');
    await fleet.indices.refresh();
    const later = databaseAt(clock.now() + 1, { database_name: 'of the snapshot' });
    hydrate(fleet, {
      ...later,
      ...listAt(clock.now() + 1, ['i-1'], { name: 'of the snapshot' }),
      databases: later.databases,
    });
    expect([nameOf(fleet), fleet.indices.record('i-1').value?.name]).toEqual(['of the snapshot', 'of the snapshot']);
    await fleet.databases.refresh('a');
    await fleet.indices.refresh();
    expect([nameOf(fleet), fleet.indices.record('i-1').value?.name]).toEqual(['own', 'own']);
  });

  test('merges the added ids, and polls the new ids at once', async () => {
    const { fleet, service, advance } = createPage();
    fleet.databases.add(['b', 'a']);
    await advance(0);
    service.clear();
    hydrate(fleet, { ...empty, added: ['a', 'c'] });
    await advance(0);
    expect(fleet.databases.tracked.value).toEqual(['b', 'a', 'c']);
    expect(service.requests.map(({ id }) => id)).toEqual(['c']);
  });

  test('notifies each view once, when all state is in place, and no view for the same snapshot again', async () => {
    const { fleet, clock } = createPage();
    await fleet.databases.refresh('a');
    fleet.databases.add('a');
    const seen: unknown[] = [];
    const note = (view: string) => () =>
      void seen.push([view, nameOf(fleet), idsOf(fleet), fleet.databases.known.value]);
    fleet.databases.entry('a').subscribe(note('entry'));
    fleet.databases.all.subscribe(note('all'));
    fleet.indices.all.subscribe(note('indices'));
    fleet.databases.known.subscribe(note('known'));
    seen.length = 0;
    const { databases } = databaseAt(clock.now() + 1, { database_name: 'new' });
    const usage = [{ resource: 'database', id: 'a', field: 'db_max_clients', used: 1, at: clock.now() }] as const;
    const snapshot = { ...listAt(clock.now(), ['i-1', 'i-2']), databases, added: ['b', 'c'], usage };
    hydrate(fleet, snapshot);
    const state = ['new', ['i-1', 'i-2'], ['a', 'b', 'c']];
    expect(seen).toHaveLength(4);
    expect(seen).toEqual(expect.arrayContaining(['entry', 'all', 'indices', 'known'].map((view) => [view, ...state])));
    fleet.databases.tracked.subscribe(note('tracked'));
    fleet.indices.status.subscribe(note('status'));
    limitSummaryOf(fleet).subscribe(note('summary'));
    usageOf(fleet, 'database', 'a').subscribe(note('usage'));
    seen.length = 0;
    hydrate(fleet, snapshot);
    expect(seen).toEqual([]);
  });

  test.each([
    [300_000, 'shown'],
    [300_000, 'never shown'],
    [Infinity, 'never shown'],
  ])('forgets the use of an unknown id after %d ms, also if a read fails, if use is %s', async (retainMs, use) => {
    const { fleet, service, clock, advance } = createPage({ retainMs });
    const reading = { resource: 'database', id: 'x', field: 'db_max_clients', used: 1, at: clock.now() } as const;
    const ofIndex = { ...reading, resource: 'index', id: 'never-listed', field: 'max_vector_count' } as const;
    hydrate(fleet, { ...empty, usage: [reading, ofIndex] });
    service.respond(() => ({ status: 503 }));
    if (use === 'shown') usageOf(fleet, 'database', 'x');
    transitionsOf(fleet).subscribe();
    await fleet.databases.refresh('x').catch(() => {});
    await advance(299_000);
    expect(dehydrate(fleet).usage).toMatchObject([reading, ofIndex]);
    await advance(retainMs === Infinity ? 3_600_000 : 2000);
    expect(dehydrate(fleet).usage).toMatchObject(retainMs === Infinity ? [reading, ofIndex] : []);
  });
});

test('two snapshots before the first use: the ids of both are polled once the fleet is used', async () => {
  const { fleet, service, advance } = createPage();
  hydrate(fleet, { ...empty, added: ['a', 'b'] });
  hydrate(fleet, { ...empty, added: ['b', 'c'] });
  await advance(3_600_000);
  expect([service.requests, fleet.databases.tracked.value]).toEqual([[], ['a', 'b', 'c']]);
  fleet.polling.status.subscribe();
  await advance(0);
  expect(service.requests.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c']);
});

describe('the list of indices of a snapshot', () => {
  test('that is newer removes the indices that it lacks, and their credentials; an older one changes nothing', async () => {
    const { fleet, service, clock } = createPage();
    service.respond(() => ({ json: [{ id: 'i-1', token: 'secret-token' }, { id: 'i-2' }] }));
    await fleet.indices.refresh();
    hydrate(fleet, listAt(clock.now() + 1, ['i-2', 'i-3']));
    expect(idsOf(fleet)).toEqual(['i-2', 'i-3']);
    expect(fleet.indices.entry('i-1').value).toMatchObject({ status: 'missing', record: undefined });
    expect(fleet.indices.credentials('i-1')).toBeUndefined();
    const status = fleet.indices.status.value;
    expect(status).toMatchObject({ status: 'fresh', confirmedAt: clock.now() + 1 });
    hydrate(fleet, listAt(clock.now(), ['i-1', 'i-2'], { name: 'of the snapshot' }));
    expect(fleet.indices.all.value).toEqual([{ id: 'i-2' }, { id: 'i-3' }]);
    expect(fleet.indices.entry('i-1').value.record).toBeUndefined();
    expect(fleet.indices.status.value).toBe(status);
  });

  test('keeps an index that was confirmed later, by a snapshot without the time of its list', () => {
    const { fleet, clock } = createPage();
    hydrate(fleet, { ...listAt(clock.now(), ['i-1', 'i-2']), listedAt: undefined });
    hydrate(fleet, listAt(clock.now() - 1, ['i-1']));
    expect(idsOf(fleet)).toEqual(['i-1', 'i-2']);
    expect(fleet.indices.entry('i-2').value.status).not.toBe('missing');
  });
});
