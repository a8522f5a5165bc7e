import { waitFor } from '../../../src/index.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { atRest, isActive } from '../../../src/core/records/database-state.js';
import { failureOf } from '../../support/failure-of.js';
import { createManualClock } from '../../support/manual-clock.js';

/** A fleet whose service answers each request with what `answer` says at that moment. */
function setUp() {
  const clock = createManualClock();
  const service = { status: 200, state: 'active', modifying_state: 'creating' };
  const requests: { readonly id: string; readonly atMs: number }[] = [];
  const fetch = async (url: unknown): Promise<Response> => {
    const id = String(url).replace(/.*\/database\/([^?]*).*/, '$1');
    requests.push({ id, atMs: clock.monotonic() });
    const { status, ...facts } = service;
    return Response.json(status === 200 ? { database_id: id, ...facts } : { error: 'refused' }, { status });
  };
  const fleet = createFleet({
    baseUrl: 'https://api.example.com',
    credentials: { username: 'somebody', password: 'CANARY' },
    random: () => 0.5,
    clock,
    fetch,
  });
  onTestFinished(() => fleet.dispose());
  return { clock, service, requests, fleet };
}

describe('waitFor of a fleet', () => {
  test('keeps its id known while it waits, and polls it every 2 s, for any number of waits', async () => {
    const { clock, service, requests, fleet } = setUp();
    const waits = Promise.all(Array.from({ length: 20 }, () => waitFor(fleet, 'a', atRest)));
    expect(fleet.databases.known.value).toEqual(['a']);
    await clock.advance(60_000);
    expect(requests.length).toBeGreaterThanOrEqual(30);
    expect(requests.length).toBeLessThanOrEqual(32);

    service.modifying_state = '';
    await clock.advance(2000);
    const records = await waits;
    expect(new Set(records)).toEqual(new Set([fleet.databases.record('a').value]));
    expect(fleet.databases.known.value).toEqual([]);
    const before = requests.length;
    await clock.advance(600_000);
    expect(requests.length).toBe(before);
    // The retention of the record has ended with it.
    expect(clock.pending).toBe(0);
  });

  test('polls a tracked id quickly while it waits, and at the usual interval afterwards', async () => {
    const { clock, service, requests, fleet } = setUp();
    Object.assign(service, { modifying_state: '', state: 'passive' });
    fleet.databases.track('a');
    await clock.advance(0);
    const inTime = async (ms: number): Promise<number> => {
      const before = requests.length;
      await clock.advance(ms);
      return requests.length - before;
    };
    expect(await inTime(240_000)).toBeLessThanOrEqual(3);
    const waiting = waitFor(fleet, 'a', isActive);
    expect(await inTime(20_000)).toBeGreaterThanOrEqual(9);
    service.state = 'active';
    expect(await inTime(2000)).toBe(1);
    expect((await waiting).state).toBe('active');
    expect(await inTime(240_000)).toBeLessThanOrEqual(5);
  });

  test.each([
    [404, 'not-found'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [422, 'rejected'],
  ])('rejects at once after %i', async (status, code) => {
    const { clock, service, fleet } = setUp();
    service.status = status;
    const failure = failureOf(waitFor(fleet, 'a', atRest));
    await clock.advance(0);
    expect(await failure).toMatchObject({ code, operation: 'get-database' });
  });

  test.each([401, 403])('rejects at once when a %i for other ids concerns the account', async (status) => {
    const { clock, service, fleet } = setUp();
    const failure = failureOf(waitFor(fleet, 'a', atRest));
    await clock.advance(10_000);
    service.status = status;
    for (const id of ['b', 'c', 'd']) await failureOf(fleet.databases.refresh(id));
    expect((await failure).code).toBe(status === 401 ? 'unauthorized' : 'forbidden');
  });

  test('sends a request for an id that was missing, and finds the database', async () => {
    const { clock, service, requests, fleet } = setUp();
    service.status = 404;
    fleet.databases.track('a');
    await clock.advance(1000);
    expect(fleet.databases.entry('a').value.status).toBe('missing');
    service.status = 200;
    const waiting = waitFor(fleet, 'a', isActive);
    await clock.advance(0);
    expect((await waiting).state).toBe('active');
    expect(requests).toHaveLength(2);

    service.status = 404;
    await failureOf(fleet.databases.refresh('a'));
    const failure = failureOf(waitFor(fleet, 'a', isActive));
    await clock.advance(2000);
    expect((await failure).code).toBe('not-found');
  });

  test.each([401, 403])('sends a request at once if a %i stopped polling before the wait', async (status) => {
    const { clock, service, requests, fleet } = setUp();
    service.status = status;
    await failureOf(fleet.databases.refresh('b'));
    expect(fleet.polling.status.value.state).toBe('stopped');
    const failure = failureOf(waitFor(fleet, 'a', isActive));
    await clock.advance(0);
    expect((await failure).code).toBe(status === 401 ? 'unauthorized' : 'forbidden');
    expect(requests.map(({ id }) => id)).toEqual(['b', 'a']);

    service.status = 200;
    expect((await waitFor(fleet, 'a', isActive)).state).toBe('active');
    await clock.advance(0);
    expect(fleet.polling.status.value.state).toBe('running');
  });

  test('continues through an outage, and names the last state at its timeout', async () => {
    const { clock, service, fleet } = setUp();
    const failure = failureOf(waitFor(fleet, 'a', atRest, { timeoutMs: 600_000 }));
    await clock.advance(1000);
    service.status = 503;
    await clock.advance(599_000);
    expect((await failure).message).toMatch(
      /received \d+ answers?, last saw state active, modifying_state creating \(stale, confirmed \d+ ms ago\); last failure: unavailable/,
    );
    expect((await failure).message).not.toContain('CANARY');

    const waiting = waitFor(fleet, 'a', isActive, { timeoutMs: Infinity });
    service.status = 200;
    await clock.advance(600_000);
    expect((await waiting).state).toBe('active');
  });

  test.each([
    [
      'received 1 answer, last saw state active, modifying_state creating (fresh, confirmed 500 ms ago); polling is paused: requested',
      200,
    ],
    ['received 0 answers, saw no record (loading); requests are held back: rate-limited', 429],
  ])('rejects at its timeout with the reason why it sends no further request: %s', async (emitted, status) => {
    const { clock, service, fleet } = setUp();
    service.status = status;
    if (status === 200) fleet.polling.pause('CANARY');
    else await failureOf(fleet.databases.refresh('b'));
    const failure = failureOf(waitFor(fleet, 'a', atRest, { timeoutMs: 500 }));
    await clock.advance(500);
    expect((await failure).message).toContain(emitted);
    expect((await failure).message).not.toContain('CANARY');
  });

  test('polls an id within 2 s although its polls have failed for long', async () => {
    const { clock, service, requests, fleet } = setUp();
    service.status = 500;
    fleet.databases.track('a');
    await clock.advance(3_600_000);
    service.status = 200;
    service.modifying_state = '';
    const before = requests.length;
    const waiting = waitFor(fleet, 'a', atRest, { timeoutMs: 2001 });
    await clock.advance(2001);
    expect(requests.length).toBeGreaterThan(before);
    await waiting;
  });

  test('rejects with disposed when the fleet is disposed of, and leaves no timer', async () => {
    const { clock, fleet } = setUp();
    const failure = failureOf(waitFor(fleet, 'a', atRest));
    await clock.advance(5000);
    fleet.dispose();
    expect((await failure).code).toBe('disposed');
    await clock.advance(0);
    expect(clock.pending).toBe(0);
  });
});
