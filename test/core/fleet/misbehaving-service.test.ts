import { createDatabase, limitsOf, transitionsOf, driftOf } from '../../../src/index.js';
import { filter, firstValueFrom } from 'rxjs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { createService } from '../../../src/service/index.js';
import { failureOf } from '../../support/failure-of.js';
import { createManualClock } from '../../support/manual-clock.js';
import { createRequest } from '../../support/requests.js';
import { httpAnswer, startWireServer, type Wire } from '../../support/wire-server.js';
import { account, createFleetUnderTest } from './fleet-under-test.js';
import { databaseOf, usualAnswer, type Answer, type SentRequest } from './scripted-service.js';

const json = JSON.stringify;
const good = json(databaseOf('a'));

/** Faults of a server of each kind, and the resulting codes. The tests of `core/wire` have all of them. */
const onTheWire: Record<string, { readonly answer: (wire: Wire) => void; readonly codes: readonly string[] }> = {
  'a body that never ends': {
    answer: (wire) => wire.send(httpAnswer(200, good, { 'content-length': '5000' })),
    codes: ['timeout'],
  },
  'a reset in the middle of the body': {
    answer(wire) {
      wire.send(httpAnswer(200, good.slice(0, 20), { 'content-length': '5000' }));
      setImmediate(() => wire.reset());
    },
    codes: ['bad-response', 'unavailable'],
  },
  'half a record, whole by its length': {
    answer: (wire) => wire.end(httpAnswer(200, good.slice(0, 20))),
    codes: ['bad-response'],
  },
  'HTML with 200': {
    answer: (wire) => wire.end(httpAnswer(200, '<html>', { 'content-type': 'text/html' })),
    codes: ['bad-response'],
  },
};

describe('over real HTTP, the last good record stays, polling continues, and the entry has the error:', () => {
  test.each(Object.entries(onTheWire))('%s', async (_, { answer, codes }) => {
    let isGood = true;
    const server = await startWireServer((wire) => (isGood ? wire.end(httpAnswer(200, good)) : answer(wire)));
    onTestFinished(() => server[Symbol.asyncDispose]());
    const clock = createManualClock();
    const fleet = createFleet({ baseUrl: server.url, credentials: account, clock, random: () => 0, timeoutMs: 5000 });
    onTestFinished(() => fleet.dispose());
    const { databases } = fleet;
    const record = await databases.refresh('a');
    databases.track('a');

    isGood = false;
    const sent = server.requests.length;
    const failure = failureOf(databases.refresh('a'));
    await server.arrived(sent + 1);
    if (codes[0] === 'timeout') {
      await clock.advance(4999);
      expect(databases.entry('a').value.status).toBe('fresh');
      await clock.advance(1);
    }
    expect(codes).toContain((await failure).code);
    expect(databases.entry('a').value).toMatchObject({ status: 'stale', fetching: false });
    expect(databases.record('a').value).toBe(record);

    isGood = true;
    const fresh = firstValueFrom(databases.entry('a').pipe(filter(({ status }) => status === 'fresh')));
    let isFresh = false;
    void fresh.then(() => (isFresh = true));
    while (!isFresh) await clock.advance(200);
    expect(databases.record('a').value).toBe(record);
    fleet.dispose();
    await server.quiet();
    expect(clock.pending).toBe(0);
  });

  test('dispose closes open connections', async () => {
    const server = await startWireServer((wire) => wire.send('HTTP/1.1 200 OK\r\n'));
    onTestFinished(() => server[Symbol.asyncDispose]());
    const fleet = createFleet({ baseUrl: server.url, credentials: account });
    fleet.databases.track(['a', 'b', 'c']);
    const created = failureOf(createDatabase(fleet, createRequest));
    await server.arrived(4);
    fleet.dispose();
    expect((await created).code).toBe('outcome-unknown');
    await server.quiet();
  });

  test('a create that is reset in the middle is outcome-unknown and is not sent again', async () => {
    const server = await startWireServer((wire) => wire.reset());
    onTestFinished(() => server[Symbol.asyncDispose]());
    const clock = createManualClock();
    const fleet = createFleet({ baseUrl: server.url, credentials: account, clock });
    onTestFinished(() => fleet.dispose());
    expect((await failureOf(createDatabase(fleet, createRequest))).code).toBe('outcome-unknown');
    await clock.advance(600_000);
    expect(server.requests).toHaveLength(1);
  });
});

/** The n-th request of a script gets its n-th answer; the script repeats. */
const inTurn = (...answers: ((request: SentRequest) => Answer | undefined)[]) => {
  let turn = 0;
  return (request: SentRequest) => answers[turn++ % answers.length]?.(request);
};

describe('an unreliable service:', () => {
  test('with good and bad answers in turn, each bad answer is stale with its error and each good answer is fresh', async () => {
    const { fleet, service, errors, advance } = createFleetUnderTest();
    service.respond(
      inTurn(
        usualAnswer,
        () => ({ status: 500 }),
        usualAnswer,
        () => ({ json: 'nonsense' }),
        usualAnswer,
        () => undefined,
        usualAnswer,
        () => new TypeError('reset'),
      ),
    );
    const statuses: string[] = [];
    fleet.databases.select('a', (record) => record?.state).subscribe();
    fleet.databases.entry('a').subscribe(({ status, fetching }) => fetching || statuses.push(status));
    await advance(3_600_000);
    const known = statuses.filter((status) => status !== 'unknown');
    expect(known.length).toBeGreaterThan(50);
    expect(new Set(known)).toEqual(new Set(['fresh', 'stale']));
    expect(known.every((status, at) => at === 0 || status !== known[at - 1])).toBe(true);
    expect(errors).toEqual([]);
  });

  test('answers after the deadline, of a fetch that ignores its signal, change nothing', async () => {
    const late: (() => void)[] = [];
    const { fleet, advance } = createFleetUnderTest({
      fetch: (url) =>
        new Promise((resolve) => {
          const answer = (): void => resolve(Response.json(databaseOf('a', { state: 'suspended' })));
          if (late.length > 0 || !url.includes('/a')) return resolve(Response.json(databaseOf('a')));
          late.push(answer);
        }),
    });
    expect(await Promise.all([failureOf(fleet.databases.refresh('a')), advance(15_000)])).toMatchObject([
      { code: 'timeout' },
      undefined,
    ]);
    await fleet.databases.refresh('a');
    late[0]?.();
    await advance(0);
    expect(fleet.databases.field('a', 'state').value).toBe('active');
  });

  test('fields of wrong types and then of right types are shown as they come', async () => {
    const { fleet, service } = createFleetUnderTest();
    service.respond(() => ({
      json: { database_id: 'a', state: 5, all_members: 'x', securityAddons: [], db_max_clients: '1' },
    }));
    await fleet.databases.refresh('a');
    expect(fleet.databases.field('a', 'state').value).toBe(5);
    expect(driftOf(fleet.databases.record('a').value ?? {}).length).toBeGreaterThan(3);
    expect(limitsOf(fleet, 'database', 'a').value).toHaveLength(12);
    service.respond(usualAnswer);
    await fleet.databases.refresh('a');
    expect(fleet.databases.field('a', 'state').value).toBe('active');
  });
});

test('with the local service in process, creates, changes and lists are shown, and each transition is emitted once', async () => {
  const clock = createManualClock();
  await using service = createService({
    credentials: account,
    seed: { indices: [{ id: 'i', name: 'articles' }] },
    clock,
  });
  const fleet = createFleet({
    baseUrl: 'https://api.example.com',
    credentials: account,
    fetch: service.fetch,
    clock,
    // Faster than the changes, so that the fleet sees each change.
    polling: { cadence: () => 500 },
  });
  onTestFinished(() => fleet.dispose());
  const notified: unknown[] = [];
  transitionsOf(fleet).subscribe(({ field, from, to }) => notified.push([field, from, to]));
  const created = await createDatabase(fleet, createRequest);
  const { database_id: id } = created;
  expect(created).not.toHaveProperty('password');
  expect(fleet.databases.credentials(id)?.password).toEqual(expect.any(String));
  await clock.advance(20_000);
  expect(notified).toEqual([
    ['modifying_state', 'creating', 'updating'],
    ['modifying_state', 'updating', undefined],
  ]);
  expect(fleet.databases.entry(id).value).toMatchObject({ status: 'fresh', record: { database_name: 'sessions' } });
  expect(await fleet.indices.refresh()).toMatchObject([{ id: 'i', name: 'articles' }]);
  expect((await failureOf(fleet.databases.refresh('absent'))).code).toBe('not-found');
});
