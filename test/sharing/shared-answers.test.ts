import { hydrate, upsertDatabase, waitFor } from '../../src/index.js';
import { describe, expect, test } from 'vitest';
import type { Database, Fleet } from '../../src/index.js';
import { databaseOf, usualAnswer, type Script } from '../core/fleet/scripted-service.js';
import { createGroupUnderTest, createPair, startGroup } from './group-under-test.js';

/** Answers the list with indices of these ids. */
const listOf =
  (...ids: readonly string[]): Script =>
  (request) =>
    request.operation === 'list' ? { json: ids.map((id) => ({ id, name: id })) } : usualAnswer(request);

const refuse: Script = () => ({ status: 422, json: { error: 'odd' } });

const indexIdsOf = (fleet: Fleet): string[] => fleet.indices.all.value.map(({ id }) => id);

describe('a member that joins', () => {
  test('gets the records of ids that their owner does not want itself', async () => {
    const { second, join, service, advance } = createPair({ owners: 'one' });
    second.fleet.databases.add(['id-0', 'id-1']);
    await advance(20_000);
    service.clear();

    const third = join();
    third.fleet.databases.add(['id-0', 'id-1']);
    await advance(200);

    expect(service.requests).toEqual([]);
    expect(third.fleet.databases.all.value).toHaveLength(2);
  });

  test('gets all records while the ids are polled', async () => {
    const { join, advance } = createGroupUnderTest({ owners: 'one' });
    const ids = Array.from({ length: 1000 }, (_, nth) => `id-${nth}`);
    const polling = { perSecond: 1000, burst: 1000, concurrency: 100 };
    const first = join({ polling });
    first.fleet.databases.track(ids, { everyMs: 10_000 });
    await advance(10_000);

    const second = join({ polling });
    second.fleet.databases.track(ids, { everyMs: 10_000 });
    await advance(300);

    expect(second.fleet.databases.all.value).toHaveLength(ids.length);
  });
});

test.each([
  ['the last request for the list of indices', listOf('a'), ['a'], 'stale'],
  ['a list of indices that no member has received', refuse, [], 'unknown'],
] as const)('a member that joins shows the failure of %s', async (_, script, ids, status) => {
  const { join, service, advance } = createGroupUnderTest({ owners: 'one' });
  join().fleet.indices.track();
  service.respond(script);
  await advance(10_000);
  service.respond(refuse);
  await advance(130_000);

  const { fleet } = join();
  await advance(200);

  expect(indexIdsOf(fleet)).toEqual(ids);
  expect(fleet.indices.status.value).toMatchObject({ status, error: { status: 422 } });
});

describe('a member with a request in flight', () => {
  test('shows the request while an answer of another member arrives', async () => {
    const { first, second, service, advance } = createPair();
    service.respond(listOf('a'), 1000);
    await advance(10);
    const earlier = [first.fleet.databases.refresh('id-0'), first.fleet.indices.refresh()];
    await advance(500);
    const later = [second.fleet.databases.refresh('id-0'), second.fleet.indices.refresh()];
    await advance(600);
    expect(second.fleet.databases.entry('id-0').value).toMatchObject({ status: 'fresh', fetching: true });
    expect(second.fleet.indices.status.value).toMatchObject({ status: 'fresh', fetching: true });

    await advance(1000);

    await Promise.all([...earlier, ...later]);
    expect(second.fleet.databases.entry('id-0').value.fetching).toBe(false);
    expect(second.fleet.indices.status.value.fetching).toBe(false);
  });

  test('ends the request after an answer with a greater number arrived', async () => {
    const { join, service, engine, advance } = createGroupUnderTest();
    const { fleet, id } = join();
    await advance(1000);
    service.respond(listOf('a'), 100);
    const requests = [fleet.databases.refresh('id-0'), fleet.indices.refresh()];
    await advance(50);
    const answers = [
      { key: 'id-0', order: 1000, version: 1000, content: { record: databaseOf('id-0', { state: 'passive' }) } },
      { key: '/vector-indices', order: 1000, version: 1000, content: [{ id: 'b', record: { id: 'b', name: 'b' } }] },
    ];
    engine.inject(id, { message: { kind: 'answers', answers } });
    await advance(100);
    await Promise.all(requests);

    expect(fleet.databases.entry('id-0').value).toMatchObject({ fetching: false, record: { state: 'passive' } });
    expect(fleet.indices.status.value.fetching).toBe(false);
    expect(indexIdsOf(fleet)).toEqual(['b']);
  });
});

test('members that read in turn show the last answer, even if it repeats an earlier text', async () => {
  const { join, service, advance } = createGroupUnderTest();
  const [first, second] = [join().fleet, join().fleet];
  const members = [first, second];
  await advance(100);
  const reads: readonly [Fleet, string][] = [
    [first, 'active'],
    [second, 'passive'],
    [first, 'active'],
    [second, 'active'],
    [second, 'passive'],
    [second, 'passive'],
    [first, 'passive'],
    [second, 'active'],
  ];
  for (const [reader, state] of reads) {
    service.respond(({ operation, id }) => ({
      json:
        operation === 'list'
          ? [{ id: 'index-1', name: state, token: `CANARY-${state}` }]
          : databaseOf(id, { state, password: `CANARY-${state}` }),
    }));
    // A member ignores an answer that is less than a second later than its own.
    await Promise.all([reader.databases.refresh('id-0'), reader.indices.refresh(), advance(2000)]);
    for (const member of members) {
      expect(member.databases.field('id-0', 'state').value).toBe(state);
      expect(member.indices.all.value).toMatchObject([{ name: state }]);
    }
    expect(reader.databases.credentials('id-0')).toEqual({ password: `CANARY-${state}` });
    expect(reader.indices.credentials('index-1')).toEqual({ token: `CANARY-${state}` });
  }
});

test('members keep the last list of indices while a later list cannot be read', async () => {
  const { members, second, service, advance } = createPair({ owners: 'one' });
  second.fleet.indices.track();
  service.respond(listOf('a', 'b'));
  await advance(10_000);
  service.respond(() => ({ json: [{ id: 'a', name: 'a' }, { name: 'without an id' }] }));
  await advance(130_000);

  for (const { fleet } of members) {
    expect(indexIdsOf(fleet)).toEqual(['a', 'b']);
    expect(fleet.indices.status.value).toMatchObject({ status: 'stale', error: { code: 'bad-response' } });
  }

  service.respond(listOf('a'));
  await advance(600_000);

  for (const { fleet } of members) {
    expect(indexIdsOf(fleet)).toEqual(['a']);
    expect(fleet.indices.status.value.status).toBe('fresh');
  }
});

test('a 404 for the list of indices does not reach the others from a member that does not poll the list', async () => {
  const { first, second, service, advance } = createPair({ owners: 'one' });
  await advance(100);
  service.respond(listOf('a'));
  await Promise.all([first.fleet.indices.refresh(), advance(2000)]);
  service.respond(() => ({ status: 404 }));
  const failed = second.fleet.indices.refresh().catch(() => 'failed');
  await advance(1000);

  expect(await failed).toBe('failed');
  expect(second.fleet.indices.status.value).toMatchObject({ status: 'stale', error: { code: 'not-found' } });
  expect(first.fleet.indices.status.value.status).toBe('fresh');
});

test('a list of indices is stale while the group cannot be reached, and fresh afterwards', async () => {
  const { members, service, engine, advance } = createPair();
  service.respond(listOf('a'));
  for (const { fleet } of members) fleet.indices.track();
  await advance(10_000);

  engine.stop();
  await advance(10_000);

  for (const { fleet } of members) {
    expect(fleet.indices.entry('a').value.status).toBe('stale');
    expect(fleet.indices.status.value.status).toBe('stale');
  }
  engine.start();
  await advance(130_000);
  for (const { fleet } of members) expect(fleet.indices.entry('a').value.status).toBe('fresh');
});

test('members show a record that a snapshot brought to one of them, also after a failure', async () => {
  const { first, second, service, advance } = await startGroup(['id-0'], { owners: 'one' });
  const record = databaseOf('id-0', { state: 'passive' }) as Database;
  const databases = [{ id: 'id-0', status: 'fresh', record, confirmedAt: first.clock.now() }] as const;
  hydrate(first.fleet, { format: 1, added: [], databases, indices: [], usage: [] });
  service.respond(refuse);
  const failed = first.fleet.databases.refresh('id-0').catch(() => 'failed');
  await advance(1000);
  expect(await failed).toBe('failed');

  service.respond(() => ({ json: record }));
  await Promise.all([first.fleet.databases.refresh('id-0'), advance(1000)]);

  for (const { fleet } of [first, second])
    expect(fleet.databases.entry('id-0').value).toMatchObject({ status: 'fresh', record: { state: 'passive' } });
});

test('an upserted record has the time of its reading in all members', async () => {
  const { first, second, advance } = createPair();
  await advance(100_000);
  const readAt = first.clock.now() - 60_000;

  upsertDatabase(first.fleet, databaseOf('id-0') as Database, { readAt });
  await advance(10);

  const { confirmedAt = NaN } = second.fleet.databases.entry('id-0').value;
  expect(Math.abs(confirmedAt - readAt)).toBeLessThan(10);
});

test('an upserted record replaces the 404 of another member only if it was read later', async () => {
  const { members, service, advance } = await startGroup(['id-0'], { owners: 'one' });
  const readAt = members[1].clock.now();
  service.respond(() => ({ status: 404 }));
  await advance(100_000);

  const puts = [
    [{ readAt }, 'missing'],
    [{}, 'fresh'],
  ] as const;
  for (const [options, status] of puts) {
    upsertDatabase(members[1].fleet, databaseOf('id-0') as Database, options);
    await advance(10);
    for (const { fleet } of members) expect(fleet.databases.entry('id-0').value.status).toBe(status);
  }
});

test('a poll for other members continues when a caller that shares it leaves', async () => {
  const { first, second, service, advance } = createPair({ owners: 'one' });
  service.respond(usualAnswer, 1000);
  second.fleet.databases.add(['id-0']);
  await advance(500);
  expect(service.inFlight).toBe(1);
  const controller = new AbortController();
  const aborted = first.fleet.databases.refresh('id-0', { signal: controller.signal }).catch(() => 'aborted');

  controller.abort();
  await advance(1000);

  expect(await aborted).toBe('aborted');
  expect(service.requests).toHaveLength(1);
  expect(second.fleet.databases.entry('id-0').value.status).toBe('fresh');
});

test('a wait does not end with an answer to a request that another member sent before it', async () => {
  const { first, second, service, advance } = createPair();
  await advance(1000);
  service.respond(usualAnswer, 1000);
  const refreshed = first.fleet.databases.refresh('id-0');
  await advance(500);
  service.respond((request) => ({ json: databaseOf(request.id, { state: 'passive' }) }));

  const waiting = waitFor(second.fleet, 'id-0', () => true);
  await advance(3000);

  await refreshed;
  expect((await waiting).state).toBe('passive');
});

describe('a backoff of the owner', () => {
  test('ends when another member waits for the id', async () => {
    const { second, service, advance } = createPair({ owners: 'one' });
    second.fleet.databases.add(['id-0']);
    service.respond(refuse);
    await advance(3_600_000);
    service.respond((request) => ({ json: databaseOf(request.id, { state: 'passive' }) }));

    const waiting = waitFor(second.fleet, 'id-0', ({ state }) => state === 'passive', { timeoutMs: 5000 });
    await advance(5000);

    expect((await waiting).state).toBe('passive');
  });

  test('ends with an answer that another member got', async () => {
    const { second, service, advance } = createPair({ owners: 'one' });
    second.fleet.databases.track(['id-0'], { everyMs: 5000 });
    service.respond(refuse);
    await advance(3_600_000);
    service.respond(usualAnswer);
    await Promise.all([second.fleet.databases.refresh('id-0'), advance(100)]);
    service.clear();

    await advance(20_000);

    expect(service.requests.length).toBeGreaterThanOrEqual(3);
  });
});

test('a request that gets no turn in time is refused, and a request without a caller is not sent', async () => {
  const { join, service, advance } = createGroupUnderTest();
  const polling = { perSecond: 0.01, burst: 1, queueTimeoutMs: 3000 };
  const [first, second] = [join({ polling }), join({ polling })];
  await advance(10);
  await Promise.all([first.fleet.databases.refresh('id-0'), advance(100)]);
  const refused = expect(second.fleet.databases.refresh('id-1')).rejects.toMatchObject({ code: 'rate-limited' });
  const controller = new AbortController();
  const { signal } = controller;
  const aborted = expect(second.fleet.databases.refresh('id-2', { signal })).rejects.toMatchObject({ code: 'aborted' });
  await advance(1000);
  controller.abort();
  await advance(200_000);

  await Promise.all([refused, aborted]);
  expect(service.requests).toHaveLength(1);
});
