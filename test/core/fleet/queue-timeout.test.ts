import { createDatabase } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../support/failure-of.js';
import { createRequest } from '../../support/requests.js';
import { createFleetUnderTest, type FleetUnderTest } from './fleet-under-test.js';
import { databaseOf, usualAnswer, type Answer } from './scripted-service.js';

const calls: [string, (under: FleetUnderTest) => Promise<unknown>][] = [
  ['create', ({ fleet }) => createDatabase(fleet, createRequest)],
  ['refresh', ({ fleet }) => fleet.databases.refresh('b')],
];

const tooMany = (retryAfter: string): Response =>
  new Response('{}', { status: 429, headers: { 'retry-after': retryAfter } });

/** A fleet that tracks `a`, and whose service answered a request with 429. */
async function createHeldFleet(retryAfter: string, queueTimeoutMs?: number): Promise<FleetUnderTest> {
  const under = createFleetUnderTest({ polling: { queueTimeoutMs } });
  under.fleet.databases.track('a');
  await under.advance(1000);
  under.service.respond(() => tooMany(retryAfter));
  await failureOf(under.fleet.databases.refresh('other'));
  under.service.respond(usualAnswer);
  under.service.clear();
  return under;
}

describe.each(calls)('%s behind a 429', (_, call) => {
  test('fails at once if the hold is longer than 30 s, with the time to wait, and is never sent', async () => {
    const under = await createHeldFleet('60');
    const before = under.fleet.databases.entry('b').value;
    expect(await failureOf(call(under))).toMatchObject({ code: 'rate-limited', retryAfterMs: 60_000 });
    expect(under.fleet.databases.entry('b').value).toEqual(before);
    under.fleet.polling.pause();
    await under.advance(3_600_000);
    expect(under.service.requests).toEqual([]);
  });

  test('fails as soon as a hold begins that is longer than 30 s', async () => {
    const under = createFleetUnderTest({ polling: { concurrency: 1 } });
    under.fleet.databases.track('a');
    await under.advance(1000);
    const answers = under.service.hold();
    const first = failureOf(under.fleet.databases.refresh('other'));
    await under.advance(0);
    const waiting = failureOf(call(under));
    await under.advance(10_000);
    answers[0]?.(tooMany('25'));
    expect(await first).toMatchObject({ code: 'rate-limited' });
    expect(await waiting).toMatchObject({ code: 'rate-limited', retryAfterMs: 25_000 });
    expect(under.service.requests.filter(({ id }) => id === 'b')).toEqual([]);
  });

  test('waits at most queueTimeoutMs', async () => {
    const short = await createHeldFleet('2', 1000);
    expect((await failureOf(call(short))).code).toBe('rate-limited');
    const long = await createHeldFleet('3600', Infinity);
    const called = call(long);
    await long.advance(3_601_000);
    await expect(called).resolves.toBeDefined();
  });
});

test('a refresh behind many others fails after 30 s by a timer, is not sent, and leaves no timer', async () => {
  const { fleet, service, clock, advance } = createFleetUnderTest({ polling: { perSecond: 0.01, burst: 1 } });
  await fleet.databases.refresh('a');
  const failure = failureOf(fleet.databases.refresh('b'));
  const created = failureOf(createDatabase(fleet, createRequest));
  await advance(29_999);
  expect(fleet.databases.entry('b').value.fetching).toBe(true);
  await advance(1);
  for (const each of [failure, created])
    expect(await each).toMatchObject({ code: 'rate-limited', retryAfterMs: expect.any(Number) });
  expect(fleet.databases.entry('b').value).toMatchObject({ status: 'unknown', fetching: false });
  await advance(600_000);
  expect(service.requests.map(({ id }) => id)).toEqual(['a']);
  expect(clock.armed).toBe(0);
});

describe('a refresh that shares a poll', () => {
  test('does not fail if the poll is in flight', async () => {
    const { fleet, service, advance } = createFleetUnderTest({ timeoutMs: 100_000, polling: { queueTimeoutMs: 1000 } });
    let answer = (_: Answer): void => {};
    service.respond(({ id }) => (id === 'a' ? new Promise((resolve) => (answer = resolve)) : tooMany('60')));
    fleet.databases.track('a');
    await advance(0);
    const early = fleet.databases.refresh('a');
    await failureOf(fleet.databases.refresh('b'));
    const late = fleet.databases.refresh('a');
    await advance(50_000);
    answer({ json: databaseOf('a') });
    expect(await early).toBe(await late);
    expect(service.timesOf('a')).toHaveLength(1);
  });

  test('does not abort the poll when the refresh times out', async () => {
    const { fleet, service, advance } = createFleetUnderTest({ polling: { perSecond: 0.02, burst: 1 } });
    await fleet.databases.refresh('other');
    const user = failureOf(fleet.databases.refresh('another'));
    fleet.databases.track('a');
    await advance(0);
    expect((await Promise.all([failureOf(fleet.databases.refresh('a')), user, advance(30_000)]))[0].code).toBe(
      'rate-limited',
    );
    await advance(30_000);
    expect(service.timesOf('a')).toHaveLength(1);
    expect(fleet.databases.entry('a').value.status).toBe('fresh');
  });
});

test('a create that waits while the computer sleeps for hours is not sent', async () => {
  const { fleet, service, wall, advance } = createFleetUnderTest({ polling: { perSecond: 0.05, burst: 1 } });
  await fleet.databases.refresh('a');
  const failure = failureOf(createDatabase(fleet, createRequest));
  await advance(10_000);
  wall.offsetMs = 3 * 3_600_000;
  await advance(20_000);
  expect(await failure).toMatchObject({ code: 'rate-limited' });
  expect(service.requests.map(({ operation }) => operation)).toEqual(['get']);
});
