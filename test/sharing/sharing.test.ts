import { transitionsOf, createDatabase, hydrate, refreshAll } from '../../src/index.js';
import { describe, expect, test, vi } from 'vitest';
import { account } from '../core/fleet/fleet-under-test.js';
import { databaseOf, usualAnswer, type SentRequest } from '../core/fleet/scripted-service.js';
import { createSharing } from '../../src/sharing/create-sharing.js';
import { scaled } from '../support/scale.js';
import { createFreezableClock } from './freezable-clock.js';
import { createRequest } from '../support/requests.js';
import { createGroupUnderTest, createPair, startGroup, type Member } from './group-under-test.js';

const IDS = Array.from({ length: 20 }, (_, nth) => `id-${nth}`);

/** The usual interval of an id. */
const INTERVAL_MS = 60_000;

/** The requests for each id. */
function countsOf(requests: readonly SentRequest[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { id } of requests) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}

describe.each(scaled<readonly ('one' | 'split')[]>({ short: ['split'], long: ['one', 'split'] }))(
  'fleets whose keys have %s owner',
  (owners) => {
    test('poll each id once for all', async () => {
      const { members, service, advance } = await startGroup(IDS, { owners, count: 3 });
      service.clear();

      await advance(300_000);

      const counts = countsOf(service.requests);
      expect(Object.keys(counts)).toHaveLength(IDS.length);
      for (const count of Object.values(counts)) expect(count).toBeGreaterThanOrEqual(5);
      for (const count of Object.values(counts)) expect(count).toBeLessThanOrEqual(6);
      for (const { fleet } of members) {
        expect(fleet.databases.all.value).toHaveLength(IDS.length);
        for (const id of IDS) expect(fleet.databases.entry(id).value.status).toBe('fresh');
      }
    });

    test('poll an id at the fastest pace that any of them asks for', async () => {
      const { first, second, service, advance } = createPair({ owners });
      first.fleet.databases.add(['id-0', 'id-1']);
      second.fleet.databases.track(['id-0'], { everyMs: 5000 });
      const stop = first.fleet.databases.record('id-1', { everyMs: 10_000 }).subscribe();
      await advance(60_000);
      service.clear();

      await advance(60_000);

      const counts = countsOf(service.requests);
      expect(counts['id-0']).toBe(12);
      expect(counts['id-1']).toBe(6);
      stop.unsubscribe();
    });

    test('end the polls of an id that no fleet wants any more', async () => {
      const { first, second, service, advance } = await startGroup(IDS, { owners, forMs: 70_000 });
      first.fleet.databases.remove(IDS);
      await advance(70_000);
      expect(service.requests.length).toBeGreaterThan(IDS.length);
      expect(first.fleet.databases.known.value).toEqual([]);
      second.fleet.databases.remove(IDS);
      await advance(1000);
      service.clear();

      await advance(130_000);

      expect(service.requests).toEqual([]);
    });

    test('show the same changes, each once', async () => {
      const { members, service, advance } = createPair({ owners });
      const seen = members.map(({ fleet }) => {
        const changes: string[] = [];
        transitionsOf(fleet).subscribe(({ id, from, to }) => changes.push(`${id} ${from} ${to}`));
        fleet.databases.add(IDS);
        return changes;
      });
      await advance(10_000);

      service.respond((request) => ({ json: databaseOf(request.id, { state: 'suspended' }) }));
      await advance(130_000);

      for (const changes of seen)
        expect(changes.toSorted()).toEqual(IDS.map((id) => `${id} active suspended`).toSorted());
    });

    test('show a member that joins the records of the others, without a request', async () => {
      const { join, service, advance } = createGroupUnderTest({ owners: 'one' });
      const first = join();
      first.fleet.databases.add(IDS);
      first.fleet.indices.track();
      service.respond((request) =>
        request.operation === 'list'
          ? { json: [{ id: 'index-1', name: 'one', token: 'CANARY-index' }] }
          : usualAnswer(request),
      );
      await advance(10_000);
      service.clear();

      const second = join();
      second.fleet.databases.add(IDS);
      second.fleet.indices.track();
      await advance(100);

      expect(service.requests).toEqual([]);
      expect(second.fleet.databases.all.value).toEqual(first.fleet.databases.all.value);
      expect(second.fleet.indices.all.value).toEqual(first.fleet.indices.all.value);
      expect(second.fleet.indices.credentials('index-1')).toBeUndefined();
      const [own, other] = [first, second].map(({ fleet }) => fleet.databases.entry('id-3').value.confirmedAt);
      expect(Math.abs((own ?? 0) - (other ?? Infinity))).toBeLessThan(10);
    });

    test('share the record of a create, and no credential', async () => {
      const { first, second, service, advance } = createPair({ owners });
      service.respond(() => ({ json: { ...databaseOf('new-1'), password: 'CANARY-of-the-database' } }));
      await advance(100);
      await Promise.all([createDatabase(second.fleet, createRequest), advance(100)]);

      expect(second.fleet.databases.credentials('new-1')).toEqual({ password: 'CANARY-of-the-database' });
      expect(first.fleet.databases.record('new-1').value?.state).toBe('active');
      expect(first.fleet.databases.credentials('new-1')).toBeUndefined();
    });

    test.each([
      ['gone', { status: 404 }, { status: 'missing', error: { code: 'not-found' } }],
      ['refused', { status: 422, json: { error: 'odd' } }, { status: 'stale', error: { code: 'rejected' } }],
    ])('show a database that is %s in all fleets, and keep it known', async (_, answer, shown) => {
      const { members, service, advance } = await startGroup(IDS, { owners });

      service.respond((request) => (request.id === 'id-7' ? answer : usualAnswer(request)));
      await advance(60_000);

      for (const { fleet } of members) {
        expect(fleet.databases.entry('id-7').value).toMatchObject(shown);
        expect(fleet.databases.tracked.value).toContain('id-7');
        expect(fleet.databases.entry('id-8').value.status).toBe('fresh');
      }
    });

    test('keep one rate together', async () => {
      const { join, service, advance } = createGroupUnderTest({ owners });
      const polling = { perSecond: 10, burst: 5 };
      const members = [join({ polling }), join({ polling }), join({ polling })];
      const many = Array.from({ length: 300 }, (_, nth) => `id-${nth}`);
      for (const { fleet } of members) fleet.databases.track(many, { everyMs: 1000 });

      await advance(30_000);

      const times = service.requests.map(({ atMs }) => atMs);
      expect(times.length).toBeGreaterThan(270);
      expect(times.length).toBeLessThanOrEqual(305);
      for (const start of times)
        expect(times.filter((atMs) => atMs >= start && atMs < start + 1000).length).toBeLessThanOrEqual(15);
    });

    test('all wait after a 429 to one of them', async () => {
      const { join, service, advance } = createGroupUnderTest({ owners });
      const members = [join(), join(), join()];
      for (const { fleet } of members) fleet.databases.track(IDS, { everyMs: 2000 });
      await advance(10_000);
      service.respond(() => new Response('', { status: 429, headers: { 'retry-after': '60' } }));
      await advance(4000);
      service.respond(usualAnswer);
      service.clear();

      await advance(50_000);

      expect(service.requests).toEqual([]);
      for (const { fleet } of members) expect(fleet.polling.status.value.state).toBe('held');
      await advance(60_000);
      expect(service.requests.length).toBeGreaterThan(0);
    });

    test('poll through another member while one is paused', async () => {
      const { first, second, service, advance } = await startGroup(IDS, { owners, forMs: 60_000 });
      first.fleet.polling.pause();
      service.clear();

      await advance(120_000);

      expect(Object.keys(countsOf(service.requests))).toHaveLength(IDS.length);
      expect(second.fleet.polling.status.value.state).toBe('running');
      for (const id of IDS) expect(first.fleet.databases.entry(id).value.status).toBe('fresh');
    });

    test('do not poll an id that only a paused member knows, and poll it when the member resumes', async () => {
      const { first, second, join, service, advance } = createPair({ owners });
      first.fleet.databases.add(['id-0']);
      second.fleet.databases.add(['id-1']);
      await advance(60_000);
      first.fleet.polling.pause();
      await advance(1000);
      const third = join();
      await advance(1000);
      service.clear();
      await advance(130_000);
      expect(Object.keys(countsOf(service.requests))).toEqual(['id-1']);
      for (const { fleet } of [first, second]) expect(fleet.polling.status.value.known).toBe(1);
      expect(third.fleet.polling.status.value.known).toBe(0);

      third.fleet.polling.pause();
      first.fleet.polling.resume();
      await advance(1000);

      expect(service.timesOf('id-0')).toHaveLength(1);
    });

    test('poll through another member while the credentials of one are refused', async () => {
      const { join, service, advance } = createGroupUnderTest({ owners });
      const bad = join({ credentials: { username: 'somebody@example.com', password: 'wrong' } });
      const good = join();
      const badAuthorization = `Basic ${btoa('somebody@example.com:wrong')}`;
      service.respond((request) =>
        request.authorization === badAuthorization ? { status: 401 } : usualAnswer(request),
      );
      for (const { fleet } of [bad, good]) fleet.databases.add(IDS);
      await advance(10_000);

      expect(bad.fleet.polling.status.value.state).toBe('stopped');
      for (const { fleet } of [bad, good])
        for (const id of IDS) expect(fleet.databases.record(id).value?.state).toBe('active');
    });
  },
);

test.each(['one', 'split'] as const)(
  'the successor of a dead owner polls no id within half an interval (%s owner)',
  async (owners) => {
    const { engine, service, join, advance } = createGroupUnderTest({ owners });
    const [first, second, third] = [join(), join(), join()];
    // The ids have other phases in each fleet.
    second.fleet.databases.add(['other', ...IDS.toReversed()]);
    third.fleet.databases.add(['others', ...IDS]);
    first.fleet.databases.add(IDS);
    await advance(3.3 * INTERVAL_MS);
    engine.kill(first.id);
    first.fleet.dispose();
    await advance(3 * INTERVAL_MS);
    for (const id of IDS) {
      const times = service.timesOf(id);
      // The first two polls spread the ids over the interval.
      const gaps = times.slice(2).map((atMs, at) => atMs - (times[at + 1] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_MS / 2 - 1);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(1.5 * INTERVAL_MS + 2000);
    }
  },
);

test('fleets poll the ids of a member again after the group could not see it for a while', async () => {
  const { second, service, engine, advance } = createPair({ owners: 'split' });
  second.fleet.databases.track(IDS, { everyMs: 2000 });
  await advance(10_000);
  engine.hide(second.id);
  // The others get messages of the member before they know that it is back.
  await advance(5000);
  engine.show(second.id);
  await advance(1000);
  service.clear();

  await advance(10_000);

  const counts = countsOf(service.requests);
  for (const id of IDS) expect(counts[id]).toBeGreaterThanOrEqual(4);
});

describe('a fleet without its group', () => {
  test('shows its last state as stale, says why, and polls alone after 30 s at its share of the rate', async () => {
    const { join, service, engine, advance } = createGroupUnderTest({ owners: 'split' });
    const polling = { perSecond: 20, burst: 2 };
    const [first, second] = [join({ polling }), join({ polling })];
    for (const { fleet } of [first, second]) fleet.databases.track(IDS, { everyMs: 1000 });
    await advance(10_000);
    expect(first.fleet.polling.status.value.sharing).toEqual({ state: 'sharing', members: 2 });

    engine.stop();
    service.clear();
    await advance(10_000);
    expect(service.requests).toEqual([]);
    expect(first.fleet.polling.status.value.sharing).toMatchObject({ state: 'lost', members: 2 });
    for (const { fleet } of [first, second])
      for (const id of IDS) expect(fleet.databases.entry(id).value.status).toBe('stale');

    await advance(30_000);
    expect(first.fleet.polling.status.value.sharing).toMatchObject({ state: 'alone', members: 2 });
    for (const { fleet } of [first, second])
      for (const id of IDS) expect(fleet.databases.entry(id).value.status).toBe('fresh');
    service.clear();
    await advance(10_000);
    expect(service.requests.length).toBeLessThanOrEqual(204);
    expect(service.requests.length).toBeGreaterThan(180);

    engine.start();
    await advance(1000);
    service.clear();
    await advance(10_000);
    expect(first.fleet.polling.status.value.sharing).toEqual({ state: 'sharing', members: 2 });
    for (const count of Object.values(countsOf(service.requests))) expect(count).toBeLessThanOrEqual(11);
  });

  test('shows later answers of the others after its connection is back', async () => {
    const { first, second, service, engine, advance } = await startGroup(IDS, { owners: 'one', forMs: 5000 });
    engine.cut(second.id);
    service.respond((request) => ({ json: databaseOf(request.id, { state: 'passive' }) }));
    await advance(20_000);
    await Promise.all([refreshAll(first.fleet), advance(5000)]);
    expect(second.fleet.databases.field('id-1', 'state').value).toBe('active');

    engine.heal(second.id);
    await advance(5000);

    for (const id of IDS) expect(second.fleet.databases.field(id, 'state').value).toBe('passive');
  });
});

test('fleets whose ids together ask for more than the rate of the group say so', async () => {
  const { join, advance } = createGroupUnderTest({ owners: 'split' });
  const polling = { perSecond: 1 };
  const members = [join({ polling }), join({ polling })];
  for (const { fleet } of members) fleet.databases.track(IDS, { everyMs: 15_000 });
  await advance(60_000);

  for (const { fleet } of members)
    expect(fleet.polling.status.value.overloaded).toEqual({ askedPerSecond: 1.33, allowedPerSecond: 1 });
});

test('a page that was frozen for minutes asks the others before it polls', async () => {
  const { join, service, engine, advance } = createGroupUnderTest({ owners: 'one' });
  const first = join();
  const { clock, freeze, resume } = createFreezableClock(first.clock);
  const page = join({ clock });
  for (const { fleet } of [first, page]) fleet.databases.track(IDS, { everyMs: 10_000 });
  await advance(20_000);
  const states: (string | undefined)[] = [];
  page.fleet.polling.status.subscribe(({ sharing }) => states.push(sharing?.state));
  engine.cut(page.id);
  freeze();
  await advance(120_000);
  service.clear();

  engine.heal(page.id, 'joining');
  resume();
  await advance(500);

  expect(page.fleet.polling.status.value.sharing).toEqual({ state: 'sharing', members: 2 });
  expect(states).not.toContain('alone');
  expect(service.requests.length).toBeLessThanOrEqual(2);
  for (const id of IDS) expect(page.fleet.databases.entry(id).value.status).toBe('fresh');
});

test('a fleet that polled alone shows no older record when it shares again', async () => {
  const { join, service, engine, advance } = createGroupUnderTest({ owners: 'one' });
  let version = 0;
  service.respond(({ id }) => ({ json: databaseOf(id, { db_max_clients: (version += 1) }) }));
  const [first, second] = [join(), join()];
  first.fleet.databases.track(IDS, { everyMs: 5000 });
  // In another sequence, ids have other phases.
  second.fleet.databases.track(IDS.toReversed(), { everyMs: 5000 });
  const seen = IDS.map((id) => {
    const versions: number[] = [];
    second.fleet.databases.record(id, { passive: true }).subscribe((record) => {
      if (record !== undefined) versions.push(record.db_max_clients);
    });
    return versions;
  });
  for (let cycle = 0; cycle < scaled({ short: 3, long: 10 }); cycle++) {
    await advance(10_000);
    engine.cut(second.id);
    // The group numbers more requests than the fleet that is alone.
    for (let nth = 0; nth < 5; nth++) void refreshAll(first.fleet);
    await advance(50_000 + 300 * cycle);
    engine.heal(second.id);
  }
  await advance(20_000);

  for (const versions of seen) expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  for (const id of IDS) expect(second.fleet.databases.record(id).value).toEqual(first.fleet.databases.record(id).value);
});

test('a late answer to a request from before a takeover brings back no older record', async () => {
  const { join, service, engine, advance } = createGroupUnderTest({ owners: 'one' });
  const [first, second] = [join({ credentials: { username: 'first', password: 'first' } }), join()];
  for (const { fleet } of [first, second]) fleet.databases.track(['id-0'], { everyMs: 10_000 });
  await advance(20_000);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let version = 0;
  service.respond(async ({ id, authorization }) => {
    if (authorization === `Basic ${btoa('first:first')}`) await released;
    return { json: databaseOf(id, { db_max_clients: (version += 1) }) };
  });
  const versions: (number | undefined)[] = [];
  first.fleet.databases.field('id-0', 'db_max_clients').subscribe((each) => versions.push(each));
  service.clear();
  while (service.requests.length < 1) await advance(100);
  engine.hide(first.id);
  while (service.requests.length < 2) await advance(100);
  // No engine takes the keys of a stopped member over earlier.
  await advance(1100);

  release();
  await advance(100);
  engine.show(first.id);
  await advance(5000);

  // The first member cannot tell how old its answer is, and polls again at once.
  expect(versions).toEqual([undefined, 2, 3]);
});

test('the answer to a request of one fleet reaches all, even if another answer follows at once', async () => {
  const { first, second, service, advance } = await startGroup(['id-0'], { owners: 'one', forMs: 5000 });
  let version = 0;
  service.respond(({ id }) => ({ json: databaseOf(id, { db_max_clients: (version += 1) }) }));
  service.clear();

  for (const requesting of [second, first]) {
    const [refreshed] = await Promise.all([requesting.fleet.databases.refresh('id-0'), advance(100)]);
    expect(refreshed.db_max_clients).toBe(version);
    for (const { fleet } of [first, second])
      expect(fleet.databases.field('id-0', 'db_max_clients').value).toBe(version);
  }

  expect(service.requests).toHaveLength(2);
});

test('a fleet whose wall clock is set back shows the answers of the others', async () => {
  const { second, service, advance } = createPair({ owners: 'one' });
  second.fleet.databases.track(IDS, { everyMs: 5000 });
  await advance(10_000);
  const { clock } = second;
  const now = clock.now.bind(clock);
  vi.spyOn(clock, 'now').mockImplementation(() => now() - 600_000);
  service.respond((request) => ({ json: databaseOf(request.id, { state: 'passive' }) }));

  await advance(10_000);

  for (const id of IDS) expect(second.fleet.databases.field(id, 'state').value).toBe('passive');
});

describe('the end of a fleet in a group', () => {
  test('leaves no timer', async () => {
    const { first, second, advance } = await startGroup(IDS);

    first.fleet.dispose();
    await first.sharing.close();

    expect(first.clock.armed).toBe(0);
    await advance(10_000);
    expect(second.fleet.polling.status.value.sharing).toEqual({ state: 'sharing', members: 1 });
  });

  test('lets another fleet use the sharing, and no two at once', async () => {
    const { join, advance } = createGroupUnderTest();
    const { fleet, sharing } = join();
    await advance(100);
    expect(() => join({ sharing })).toThrow('a fleet uses the sharing');
    fleet.dispose();
    const next = join({ sharing });
    await advance(100);
    expect(next.fleet.polling.status.value.sharing?.state).toBe('sharing');
    await sharing.close();
    expect(() => join({ sharing })).toThrow('closed');
  });
});

test.each<[string, (member: Member) => unknown, string]>([
  ['whose sharing is closed', ({ sharing }) => sharing.close(), 'The sharing was closed before the fleet'],
  ['of another user', ({ fleet }) => fleet.setCredentials({ ...account, username: 'u' }), 'The user name has changed'],
])('a fleet %s exchanges nothing, and polls alone', async (_, leave, why) => {
  const { first, second, service, advance } = await startGroup(IDS);
  second.fleet.setCredentials({ ...account, password: 'another' });
  expect(second.fleet.polling.status.value.sharing?.state).toBe('sharing');

  await leave(second);

  const message = expect.stringContaining(`${why}, so the fleet polls alone.`) as string;
  expect(second.fleet.polling.status.value.sharing).toEqual({ state: 'alone', members: 1, message });
  service.respond((request) => ({ json: databaseOf(request.id, { state: 'passive' }) }));
  await second.fleet.databases.refresh('id-1');
  await advance(10);
  expect(first.fleet.databases.field('id-1', 'state').value).toBe('active');
  first.fleet.dispose();
  await advance(120_000);
  for (const id of IDS) expect(second.fleet.databases.field(id, 'state').value).toBe('passive');
  await expect(second.fleet.databases.refresh('id-0')).resolves.toMatchObject({ database_id: 'id-0' });
});

test('a fleet that gets a user name after its start stays in its group', async () => {
  const { join, advance } = createGroupUnderTest();
  const { fleet } = join({ credentials: () => account });
  await advance(100);
  fleet.setCredentials(account);
  expect(fleet.polling.status.value.sharing).toEqual({ state: 'sharing', members: 1 });
});

test('ids of a snapshot stay known when other members request them before polling begins', async () => {
  const { first, second, advance } = createPair();
  await advance(100);
  hydrate(second.fleet, { format: 1, added: IDS, databases: [], indices: [], usage: [] });
  first.fleet.databases.add(IDS);
  await advance(1000);
  first.fleet.databases.remove(IDS);
  await advance(1000);

  expect(second.fleet.databases.known.value).toEqual(IDS);
  second.fleet.databases.all.subscribe();
  await advance(130_000);

  expect(second.fleet.databases.all.value).toHaveLength(IDS.length);
});

test('a sharing can be used again after the creation of its fleet failed', async () => {
  const { join, engine, advance } = createGroupUnderTest();
  const { sharing } = join();
  await sharing.close();
  const next = createSharing(engine);
  const persistence = {
    connect() {
      throw new Error('the store is in use');
    },
  };
  expect(() => join({ sharing: next, persistence })).toThrow('the store is in use');

  const { fleet } = join({ sharing: next });
  await advance(100);

  expect(fleet.polling.status.value.sharing?.state).toBe('sharing');
});

test('a 429 message that arrives late does not hold a member longer than the others', async () => {
  const { join, engine, advance } = createGroupUnderTest();
  const { fleet, clock, id } = join();
  await advance(1000);
  engine.inject(id, { message: { kind: 'hold', delayMs: 60_000 } }, 'other', 50_000);
  expect(fleet.polling.status.value).toMatchObject({ state: 'held', until: clock.now() + 10_000 });
});

test('a foreign program on the channel harms no fleet', async () => {
  const { join, engine, advance } = createGroupUnderTest();
  const { fleet, id } = join();
  fleet.databases.add(['id-0']);
  await advance(1000);
  const hostile: unknown[] = [
    null,
    'text',
    [],
    { message: null },
    { number: 'x', message: { kind: 'wants', wants: 3 } },
    { message: { kind: 'wants', wants: [['../x', 5], ['a', -1], ['b', 'c'], null] } },
    {
      message: {
        kind: 'answers',
        answers: [null, { key: 'id-0', order: 1e308, version: 1, content: { record: { database_id: 'other' } } }],
      },
    },
    { message: { kind: 'answers', answers: [{ key: '/vector-indices', order: 5, version: 5, content: [3] }] } },
    // Neither a record nor a failure.
    { message: { kind: 'answers', answers: [{ key: 'id-9', order: 1 }] } },
    { message: { kind: 'hold', delayMs: 'x' } },
    { message: { kind: 'ask', keys: 'x' } },
  ];
  for (const message of hostile) engine.inject(id, message);
  await advance(70_000);
  expect(fleet.databases.record('id-0').value).toMatchObject({ database_id: 'id-0', state: 'active' });
  expect(fleet.databases.known.value).toEqual(['id-0']);
  expect(fleet.databases.entry('id-9').value).toMatchObject({ status: 'unknown', fetching: false });
});
