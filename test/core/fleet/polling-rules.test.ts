import { dehydrate, limitsOf, type Cadence, type CadenceFacts } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../../support/seeded-random.js';
import { createFleetUnderTest, idsUpTo } from './fleet-under-test.js';
import { restsOf } from '../polling/scheduler-under-test.js';
import { databaseOf, usualAnswer, type Answer } from './scripted-service.js';

const HOUR_MS = 3_600_000;

describe('the cadence, seen from the service:', () => {
  test.each([
    ['modifying_state set: 2 s', { modifying_state: 'updating' }, 'track', 2000],
    ['observed: 15 s', {}, 'observe', 15_000],
    ['tracked: 60 s', {}, 'track', 60_000],
    ['tracked and not active: 120 s', { state: 'suspended' }, 'track', 120_000],
    ['missing: 300 s', 404, 'track', 300_000],
  ] as const)('%s', async (_, fields, interest, intervalMs) => {
    const { fleet, service, advance } = createFleetUnderTest();
    service.respond(({ id }) => (fields === 404 ? { status: 404 } : { json: databaseOf(id, fields) }), 30);
    if (interest === 'track') fleet.databases.track('a');
    else fleet.databases.record('a').subscribe();
    await advance(601_000);
    service.clear();
    await advance(24 * intervalMs);
    expect(service.requests).toHaveLength(24);
    expect(restsOf(service.timesOf('a')).every((restMs) => Math.abs(restMs - intervalMs) <= 1)).toBe(true);
  });

  test('gets the id, the record as the fleet shows it, the time, and what the fleet saw of the database', async () => {
    const seen: CadenceFacts[] = [];
    let intervalMs = 60_000;
    const own: Cadence = (facts) => {
      seen.push(facts);
      return intervalMs;
    };
    const { fleet, service, clock, advance } = createFleetUnderTest({ polling: { cadence: own } });
    const facts = async (answer: Answer): Promise<CadenceFacts | undefined> => {
      service.respond(() => answer);
      await advance(60_000);
      return seen.at(-1);
    };
    const named = (name: string): Answer => ({ json: databaseOf('a', { database_name: name, password: 'canary' }) });
    service.respond(() => named('one'));
    fleet.databases.track('a');
    await advance(30_000);
    expect(seen[0]).toMatchObject({ id: 'a', record: undefined, sinceChangeMs: undefined, sinceAnswerMs: undefined });
    expect(seen[0]).toMatchObject({ recentChanges: 0, tracked: true });
    expect(await facts(named('one'))).toMatchObject({ sinceAnswerMs: 0, recentChanges: 0 });
    const changed = await facts(named('two'));
    expect(changed).toMatchObject({ sinceChangeMs: 0, sinceAnswerMs: 0, recentChanges: 1 });
    expect(changed?.record).toBe(fleet.databases.record('a').value);
    expect(Object.isFrozen(changed?.record)).toBe(true);
    expect(JSON.stringify(seen)).not.toContain('canary');
    const gone = await facts({ status: 404 });
    expect(gone).toMatchObject({ missing: true, sinceChangeMs: 60_000, sinceAnswerMs: 60_000, recentChanges: 2 });
    expect(Math.abs((gone?.now ?? 0) - clock.now())).toBeLessThan(60_000);
    expect(await facts(named('two'))).toMatchObject({ missing: false, sinceAnswerMs: 0, recentChanges: 3 });
    intervalMs = HOUR_MS;
    await advance(25 * HOUR_MS);
    expect(seen.at(-1)).toMatchObject({ sinceAnswerMs: 0, recentChanges: 0 });
  });

  test('gets no negative time for a record of a server whose clock is ahead', async () => {
    const server = createFleetUnderTest();
    server.wall.offsetMs = HOUR_MS;
    await server.fleet.databases.refresh('a');
    const { fleet, errors, advance } = createFleetUnderTest({
      snapshot: dehydrate(server.fleet),
      polling: { cadence: ({ sinceChangeMs = 0 }) => 5000 + sinceChangeMs / 10 },
    });
    fleet.databases.track('a');
    await advance(1000);
    expect(errors).toEqual([]);
  });

  test('the list of vector indices: observed 30 s, tracked 120 s, otherwise only on request', async () => {
    const { fleet, clock, advance, requestsIn } = createFleetUnderTest();
    await fleet.indices.refresh();
    expect(await requestsIn(HOUR_MS)).toBe(0);
    const untrack = fleet.indices.track();
    await advance(240_000);
    expect(await requestsIn(HOUR_MS)).toBe(30);
    const subscriptions = [fleet.indices.all, fleet.indices.entry('a'), limitsOf(fleet, 'index', 'b')].map((view) =>
      (view as typeof fleet.indices.all).subscribe(),
    );
    await advance(60_000);
    expect(await requestsIn(HOUR_MS)).toBe(120);
    for (const subscription of subscriptions) subscription.unsubscribe();
    untrack();
    untrack();
    await advance(0);
    expect(await requestsIn(HOUR_MS)).toBe(0);
    expect(clock.armed).toBe(0);
  });
});

test('ids are spread over the interval: many never fire together', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  fleet.databases.track(idsUpTo(300));
  await advance(180_000);
  service.clear();
  await advance(60_000);
  expect(service.requests).toHaveLength(300);
  const perSecond = new Map<number, number>();
  for (const { atMs } of service.requests)
    perSecond.set(Math.floor(atMs / 1000), (perSecond.get(Math.floor(atMs / 1000)) ?? 0) + 1);
  expect(Math.max(...perSecond.values())).toBeLessThanOrEqual(8);
});

test('at most 8 in flight, 10 per second with bursts of 20', async () => {
  const { fleet, service, clock, advance } = createFleetUnderTest();
  service.respond(usualAnswer, 300);
  fleet.databases.track(idsUpTo(1000));
  await advance(60_000);
  expect(service.mostInFlight).toBe(8);
  const times = service.requests.map(({ atMs }) => atMs);
  for (let at = 0; at + 30 < times.length; at++)
    expect((times[at + 30] as number) - (times[at] as number)).toBeGreaterThanOrEqual(999);
  // One timer for all ids, and a deadline for each request in flight.
  expect(clock.mostArmed).toBeLessThanOrEqual(1 + 8);
});

describe('outage of one hour (503): attempts at most 1.1 times the schedule', () => {
  test.each([1, 3, 50])('with %i tracked ids', async (count) => {
    const { fleet, service, advance, requestsIn } = createFleetUnderTest({ random: createSeededRandom(count) });
    fleet.databases.track(idsUpTo(count));
    await advance(300_000);
    service.respond(() => ({ status: 503 }), 20);
    expect(await requestsIn(HOUR_MS)).toBeLessThanOrEqual(1.1 * 60 * count);
    service.respond(usualAnswer);
    await advance(360_000);
    for (const id of idsUpTo(count)) expect(fleet.databases.entry(id).value.status).toBe('fresh');
    expect(fleet.polling.status.value).toMatchObject({ state: 'running', breaker: 'closed' });
  });

  test('when the connection fails, or no answer comes', async () => {
    for (const answer of [new TypeError('fetch failed'), undefined]) {
      const under = createFleetUnderTest({ random: createSeededRandom(1) });
      under.fleet.databases.track(idsUpTo(50));
      await under.advance(300_000);
      under.service.respond(() => answer);
      expect(await under.requestsIn(HOUR_MS)).toBeLessThanOrEqual(1.1 * 60 * 50);
    }
  });
});

describe('after an outage of 10 s', () => {
  test.each([1, 2, 3])('5 ids are fresh soon, also if a single answer came in between (seed %i)', async (seed) => {
    const { fleet, service, advance } = createFleetUnderTest({ random: createSeededRandom(seed) });
    const ids = idsUpTo(5);
    for (const id of ids) fleet.databases.record(id).subscribe();
    await advance(60_000);
    service.respond(() => ({ status: 503 }), 20);
    await advance(20_000);
    // One answer closes the breaker, and the outage continues.
    let isAnswered = false;
    service.respond((request) => {
      if (isAnswered) return { status: 503 };
      isAnswered = true;
      return usualAnswer(request);
    }, 20);
    while (!isAnswered) await advance(100);
    await advance(60_000);
    service.respond(usualAnswer, 20);
    const count = (): number => ids.filter((id) => fleet.databases.entry(id).value.status === 'fresh').length;
    while (count() === 0) await advance(100);
    await advance(3000);
    expect(count()).toBe(5);
  });

  test('an id that keeps failing backs off, although another id gets answers now and then', async () => {
    const { fleet, service, advance } = createFleetUnderTest({ random: createSeededRandom(1) });
    for (const id of ['broken', 'flaky', 'healthy']) fleet.databases.record(id).subscribe();
    await advance(60_000);
    let turn = 0;
    service.respond((request) => {
      const fails = request.id === 'broken' || (request.id === 'flaky' && (turn += 1) % 2 === 0);
      return fails ? { status: 503 } : usualAnswer(request);
    }, 20);
    service.clear();
    await advance(2 * HOUR_MS);
    expect(service.timesOf('broken').length).toBeLessThan(2 * 40);
    expect(service.timesOf('healthy').length).toBeGreaterThan(2 * 230);
  });
});

describe('429 pauses all requests for Retry-After:', () => {
  test('30 s as a date: no request, also not of callers, and then slowly', async () => {
    const { fleet, service, clock, advance } = createFleetUnderTest();
    fleet.databases.track(idsUpTo(500));
    await advance(10_000);
    let isRefusing = true;
    service.respond((request) => {
      const headers = { 'retry-after': new Date(clock.now() + 30_000).toUTCString() };
      return isRefusing ? new Response('{}', { status: 429, headers }) : usualAnswer(request);
    });
    while (fleet.polling.status.value.state === 'running') await advance(10);
    const heldAtMs = clock.monotonic();
    isRefusing = false;
    service.clear();
    const asked = fleet.databases.refresh('id-7');
    expect(fleet.polling.status.value).toMatchObject({ state: 'held', reason: { code: 'rate-limited' } });
    const { until = 0 } = fleet.polling.status.value;
    expect(until - clock.now()).toBeGreaterThan(28_000);
    expect(until - clock.now()).toBeLessThanOrEqual(30_000);
    // A date has whole seconds.
    await advance(28_900);
    expect(service.requests).toEqual([]);
    await advance(1200);
    expect(service.requests[0]?.id).toBe('id-7');
    expect(clock.monotonic() - heldAtMs).toBeLessThan(30_200);
    expect(service.requests.length).toBeLessThanOrEqual(3);
    await asked;
  });

  test('is capped at one hour', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    service.respond(() => new Response('{}', { status: 429, headers: { 'retry-after': '86400' } }));
    fleet.databases.track('a');
    await advance(HOUR_MS - 100);
    expect(service.requests).toHaveLength(1);
    service.respond(usualAnswer);
    await advance(70_000);
    expect(fleet.databases.entry('a').value.status).toBe('fresh');
  });
});

test('404 marks the entry missing and keeps the id known; it may come back', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  fleet.databases.track('a');
  await advance(0);
  const record = fleet.databases.record('a').value;
  service.respond(() => ({ status: 404 }));
  await advance(120_000);
  expect(fleet.databases.entry('a').value).toMatchObject({ status: 'missing', error: { code: 'not-found' } });
  expect(fleet.databases.entry('a').value.record).toBe(record);
  expect(fleet.databases.known.value).toEqual(['a']);
  await advance(24 * HOUR_MS);
  expect(fleet.databases.known.value).toEqual(['a']);
  service.respond(usualAnswer);
  await advance(300_000);
  expect(fleet.databases.entry('a').value.status).toBe('fresh');
  expect(fleet.databases.entry('a').value).not.toHaveProperty('error');
});

test('failed ids back off, never faster than their cadence, and do not delay other ids', async () => {
  const { fleet, service, advance } = createFleetUnderTest({ random: () => 0.999 });
  service.respond(({ id }) => (id === 'bad' ? { status: 500 } : { json: databaseOf(id) }));
  fleet.databases.track(['bad', 'good']);
  await advance(2 * HOUR_MS);
  const rests = restsOf(service.timesOf('bad'));
  expect(Math.min(...rests)).toBeGreaterThanOrEqual(1900);
  expect(Math.max(...rests.slice(-5))).toBeGreaterThan(240_000);
  expect(Math.max(...rests)).toBeLessThanOrEqual(360_000);
  expect(service.timesOf('good').length).toBeGreaterThanOrEqual(119);
});

test('an overload ends below 95 % of the rate, so that it does not flap', async () => {
  const { fleet, advance } = createFleetUnderTest({ polling: { cadence: () => 1000 } });
  const { status } = fleet.polling;
  const isOverloaded = async (count: number): Promise<boolean> => {
    fleet.databases.remove(idsUpTo(20));
    fleet.databases.add(idsUpTo(count));
    await advance(10_000);
    return status.value.overloaded !== undefined;
  };
  const seen: boolean[] = [];
  for (const count of [10, 11, 10, 9, 10]) seen.push(await isOverloaded(count));
  expect(seen).toEqual([false, true, true, false, false]);
});

test('an overload counts the list of vector indices, and no ids that are never polled', async () => {
  const { fleet, advance } = createFleetUnderTest({
    polling: { perSecond: 0.01, cadence: ({ resource }) => (resource === 'database' ? Infinity : 50_000) },
  });
  fleet.databases.add(idsUpTo(10));
  await advance(1000);
  expect(fleet.polling.status.value.overloaded).toBeUndefined();
  fleet.indices.track();
  await advance(1000);
  expect(fleet.polling.status.value.overloaded).toEqual({ askedPerSecond: 0.02, allowedPerSecond: 0.01 });
});
