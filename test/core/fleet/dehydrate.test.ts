import { reportUsage, dehydrate, limitSummaryOf, refreshAll, createDatabase, usageOf } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import { exactInt64 } from '../../../src/core/records/exact-int64.js';
import type { Database } from '../../../src/core/records/database.js';
import type { FleetOptions } from '../../../src/core/fleet/fleet-options.js';
import type { FleetSnapshot } from '../../../src/core/fleet/fleet-snapshot.js';
import type { Fleet } from '../../../src/core/fleet/fleet.js';
import { hydrate } from '../../../src/core/fleet/snapshot.js';
import type { FleetError } from '../../../src/core/shared/fleet-error.js';
import { errorOf } from '../../support/failure-of.js';
import { hostile, named, revoked, throwing } from '../../support/hostile-values.js';
import { createLeakSearch } from '../../support/leaks.js';
import { createRequest } from '../../support/requests.js';
import { account, createFleetUnderTest, quick, type FleetUnderTest } from './fleet-under-test.js';
import { databaseOf, type Script } from './scripted-service.js';
import { viewsOf } from './watch-sinks.js';

const canaries = {
  password: 'zqpassword-4f9d1c7ab2e8',
  rest_token: 'zqrest-4f9d1c7ab2e8',
  token: 'zqtoken-4f9d1c7ab2e8',
};
const leaksIn = createLeakSearch([account.password, ...Object.values(canaries)]);

const indexOf = (id: string, fields: object = {}): object => ({ id, name: id, max_vector_count: 1000, ...fields });

const script: Script = ({ operation, id, count }) => {
  if (operation === 'list') return { json: [indexOf('i-2', canaries), indexOf('i-1')] };
  if (id === 'gone') return { status: 404 };
  const name = operation === 'create' ? `new-${count}` : id;
  return { json: databaseOf(name, { db_max_clients: 100, ...canaries, access: [canaries] }) };
};

/** A server that has loaded all records. */
async function createServer(): Promise<FleetUnderTest> {
  const under = createFleetUnderTest({ polling: quick });
  under.service.respond(script);
  const { databases, indices } = under.fleet;
  databases.add(['b', 'a', 'gone']);
  await refreshAll(under.fleet);
  await databases.refresh('visited');
  // Observed before its position in the list is known.
  void indices.record('i-1').value;
  await indices.refresh();
  return under;
}

/** The value after the transfer as JSON. */
const sent = (snapshot: FleetSnapshot): FleetSnapshot => JSON.parse(JSON.stringify(snapshot));

function createPage(snapshot: FleetSnapshot, options: Partial<FleetOptions> = {}): FleetUnderTest {
  const under = createFleetUnderTest({ polling: quick, snapshot: sent(snapshot), ...options });
  under.service.respond(script);
  return under;
}

/** The value of every view but the status of the polling. */
function show(fleet: Fleet): object {
  const { databases } = fleet;
  const { status: _, ...views } = viewsOf(fleet, 'i-1');
  const others = {
    'record of what is not added': databases.record('visited'),
    'record of what is missing': databases.record('gone'),
    nothing: databases.entry('unknown'),
  };
  return Object.entries({ ...views, ...others }).map(([name, { value }]) => [name, value]);
}

describe('a fleet with the snapshot of another', () => {
  test('has the same value in every view at once', async () => {
    const { fleet: server } = await createServer();
    for (let at = 1; at <= 4; at++)
      reportUsage(server, 'database', 'a', { db_max_clients: 20 * at, db_disk_threshold: at }, { source: 'info' });
    reportUsage(server, 'index', 'i-1', { max_vector_count: 990 });
    const snapshot = dehydrate(server);
    const { fleet: page } = createPage(snapshot);
    for (const { record } of snapshot.databases) Object.assign(record ?? {}, { state: 'changed' });
    expect(show(page)).toEqual(show(server));
    expect(page.databases.known.value).toEqual(['b', 'a', 'gone']);
    expect(page.databases.all.value.map((record) => record.database_id)).toEqual(['b', 'a']);
    expect(page.indices.all.value.map(({ id }) => id)).toEqual(['i-2', 'i-1']);
    expect(limitSummaryOf(page).value.worst).toHaveLength(2);
  });

  test.each<[string, (fleet: Fleet) => unknown]>([
    ['subscribes to a view of one', ({ databases }) => databases.record('a').subscribe()],
    ['adds another', ({ databases }) => databases.add('c')],
    ['tracks another', ({ databases }) => databases.track('c')],
    ['tracks the list', ({ indices }) => indices.track()],
  ])('polls its added ids once a caller %s, and keeps the record of another id for `retainMs`', async (_, look) => {
    const { fleet: server } = await createServer();
    const { fleet: page, service, advance } = createPage(dehydrate(server), { retainMs: 30_000 });
    expect(page.databases.record('visited').value?.state).toBe('active');
    look(page);
    await advance(180_000);
    for (const id of ['a', 'b', 'gone']) expect(service.timesOf(id).length).toBeGreaterThan(0);
    expect(service.timesOf('visited')).toEqual([]);
    expect(page.databases.record('visited').value).toBeUndefined();
  });

  test('requests a young record and a young list when they are due, and an old record at once', async () => {
    const { fleet: server } = await createServer();
    const young = createPage(dehydrate(server));
    young.fleet.databases.record('a').subscribe();
    young.fleet.indices.all.subscribe();
    await young.advance(0);
    expect(young.service.timesOf('a')).toEqual([]);
    expect(young.service.requests.map(({ operation }) => operation)).not.toContain('list');
    young.fleet.indices.entry('i-9').subscribe();
    expect(young.fleet.indices.entry('i-9').value.status).toBe('missing');
    const old = createPage(dehydrate(server));
    await old.advance(16_000);
    old.fleet.databases.record('a').subscribe();
    await old.advance(0);
    expect(old.service.timesOf('a')).toEqual([16_000]);
  });
});

describe('a snapshot', () => {
  test('contains added ids, but not leased or observed ids', async () => {
    const { fleet, advance } = createFleetUnderTest({ polling: quick });
    fleet.databases.record('looked-at').subscribe();
    fleet.databases.track('leased');
    fleet.databases.add('added');
    const { database_id: created } = await createDatabase(fleet, createRequest);
    await advance(0);
    expect(fleet.databases.known.value).toEqual(['looked-at', 'leased', 'added', created]);
    expect(dehydrate(fleet).added).toEqual(['added', created]);
    fleet.databases.remove(created);
    await advance(0);
    expect(dehydrate(fleet).added).toEqual(['added']);
    expect(dehydrate(fleet).databases.map(({ id }) => id)).toContain('leased');
  });

  test('marks a failed entry as stale, without the error', async () => {
    const { fleet, refuseWith } = createFleetUnderTest({ polling: quick });
    await fleet.databases.refresh('a');
    await refuseWith(500);
    const { fleet: page } = createPage(dehydrate(fleet));
    expect(page.databases.entry('a').value).toMatchObject({ status: 'stale', record: { database_id: 'a' } });
    expect(page.databases.entry('a').value).not.toHaveProperty('error');
  });
});

/** A snapshot of one database. */
function snapshotOf(fields: object = {}, entry: object = {}): FleetSnapshot {
  const record = { database_id: 'a', state: 'active', ...fields };
  const databases = [{ id: 'a', status: 'fresh', record, confirmedAt: 1000, changedAt: 1000, ...entry }];
  return { format: 1, added: ['a'], databases, indices: [], usage: [] } as unknown as FleetSnapshot;
}

test('integers beyond 2^53 have no digits after a restore, until the next answer', async () => {
  const { fleet: server, service } = createFleetUnderTest({ polling: quick });
  const answer = (): Response => new Response('{"database_id":"a","db_request_limit":8024278031528736858}');
  service.respond(answer);
  await server.databases.refresh('a');
  const { fleet: page, service: again } = createPage(dehydrate(server));
  const record = page.databases.record('a').value as Database;
  expect(exactInt64(record, 'db_request_limit')).toBeUndefined();
  again.respond(answer);
  expect(await page.databases.refresh('a')).toBe(record);
  expect(exactInt64(record, 'db_request_limit')).toBe(8_024_278_031_528_736_858n);
});

describe('an invalid snapshot', () => {
  const failureFor = (snapshot: unknown): FleetError => {
    const { fleet } = createFleetUnderTest();
    const error = errorOf(() => hydrate(fleet, snapshot as FleetSnapshot));
    expect(fleet.databases.known.value).toEqual([]);
    return error;
  };
  const plain = snapshotOf();
  const reading = { resource: 'database', id: 'a', field: 'db_max_clients', used: 1, at: 1 };

  test.each<[string, unknown, readonly string[]]>([
    ['another format', { ...plain, format: 2 }, ['snapshot.format']],
    ['a member that it does not have', { ...plain, more: 1 }, ['snapshot.more']],
    ['an id that cannot be one', { ...plain, added: ['a', '..', 5] }, ['snapshot.added[1]', 'snapshot.added[2]']],
    ['an entry without a record', snapshotOf({}, { record: undefined }), ['snapshot.databases[0]']],
    ['a record of another id', snapshotOf({ database_id: 'b' }), ['snapshot.databases[0]']],
    ['a record without a time', snapshotOf({}, { confirmedAt: undefined }), ['snapshot.databases[0]']],
    ['an unknown status', snapshotOf({}, { status: 'loading' }), ['snapshot.databases[0].status']],
    ['an index that is a database', { ...plain, indices: plain.databases }, ['snapshot.indices[0]']],
    ['use of a field that is no text', { ...plain, usage: [{ ...reading, field: 5 }] }, ['snapshot.usage[0].field']],
    ['use that is none', { ...plain, usage: [{ ...reading, used: -1 }] }, ['snapshot.usage[0].used']],
    ['use of nothing', { ...plain, usage: [{ ...reading, resource: 'x' }] }, ['snapshot.usage[0].resource']],
    ['a time without a use', { ...plain, usage: [{ ...reading, history: [1, 1, 2] }] }, ['snapshot.usage[0].history']],
  ])('is refused: %s', (_, snapshot, paths) => {
    const failure = failureFor(snapshot);
    expect(failure.code).toBe('invalid-request');
    expect(failure.issues?.map(({ path }) => path)).toEqual(paths);
  });

  const nested: unknown[] = [];
  nested.push(nested);
  test.each(named([undefined, null, 5, 'x', true, [], {}, () => {}, hostile, revoked, throwing('format'), nested, 1n]))(
    'is refused: %s',
    (_, snapshot) => {
      expect(failureFor(snapshot()).code).toBe('invalid-request');
    },
  );

  test('with a credential does not put it into a record', () => {
    const { fleet } = createFleetUnderTest({ snapshot: snapshotOf({ ...canaries, access: [canaries] }) });
    expect(leaksIn([fleet.databases.entry('a').value, fleet.databases.credentials('a')])).toEqual([]);
    expect(fleet.databases.record('a').value).toMatchObject({ access: [{}] });
  });

  test('with a very long history is cut', () => {
    const history = Array.from({ length: 20_000 }, (_, at) => at);
    const usage = [{ ...reading, history }] as unknown as FleetSnapshot['usage'];
    const { fleet } = createFleetUnderTest({ snapshot: { ...plain, usage } });
    expect(usageOf(fleet, 'database', 'a').value?.db_max_clients?.history?.length).toBeLessThanOrEqual(256);
  });
});
