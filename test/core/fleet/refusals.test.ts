import { createDatabase } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../support/failure-of.js';
import { createRequest } from '../../support/requests.js';
import { account, createFleetUnderTest, type FleetUnderTest, idsUpTo } from './fleet-under-test.js';
import { usualAnswer, type SentRequest } from './scripted-service.js';

/** A fleet that polls each id once a second, and whose ids have all been answered. */
async function pollingOf(ids: readonly string[], latencyMs = 20): Promise<FleetUnderTest> {
  const under = createFleetUnderTest({ polling: { cadence: () => 1000, perSecond: 100, burst: 100 } });
  under.service.respond(usualAnswer, latencyMs);
  under.fleet.databases.add(ids);
  await under.advance(5000);
  under.service.clear();
  return under;
}

const refusing =
  (status: number, ids: readonly string[]) =>
  (request: SentRequest): ReturnType<typeof usualAnswer> =>
    ids.includes(request.id) ? { status } : usualAnswer(request);

describe.each([401, 403])('a %i', (status) => {
  const code = status === 401 ? 'unauthorized' : 'forbidden';

  test.each([1, 3, 6])('for %d ids of 12 slows the polls of those ids only', async (count) => {
    const { fleet, service, advance } = await pollingOf(idsUpTo(12));
    const refused = idsUpTo(count);
    // The refusals begin one at a time, as when an operator takes rights away.
    for (let at = 1; at <= count; at++) {
      service.respond(refusing(status, refused.slice(0, at)));
      await advance(1500);
    }
    service.clear();

    await advance(60_000);

    for (const id of idsUpTo(12).slice(count)) expect(service.timesOf(id).length).toBeGreaterThanOrEqual(59);
    for (const id of refused) {
      expect(service.timesOf(id).length).toBeLessThanOrEqual(16);
      expect(fleet.databases.entry(id).value).toMatchObject({ status: 'stale', error: { code } });
    }
    expect(fleet.polling.status.value).toMatchObject({ state: 'running', breaker: 'closed' });
  });

  test('for all ids during 1.2 s delays the polls by less than 2 s', async () => {
    const { fleet, service, advance } = await pollingOf(idsUpTo(30));
    service.respond(() => ({ status }));
    await advance(1200);
    expect(fleet.polling.status.value).toMatchObject({ state: 'stopped', reason: { code } });
    service.respond(usualAnswer);
    await advance(2000);
    expect(fleet.polling.status.value).toMatchObject({ state: 'running' });
    await advance(500);
    for (const id of idsUpTo(30)) expect(fleet.databases.entry(id).value.status).toBe('fresh');
  });

  test('for three different ids in a row stops all polls', async () => {
    const { fleet, service, advance } = await pollingOf(idsUpTo(30), 0);
    service.respond(() => ({ status }));
    await advance(900);
    expect(service.requests).toHaveLength(3);
    expect(new Set(service.requests.map(({ id }) => id)).size).toBe(3);
    expect(fleet.polling.status.value).toMatchObject({ state: 'stopped', reason: { code }, breaker: 'open' });
  });

  test('for three ids with an answer for another id between them stops nothing', async () => {
    const { fleet, service } = await pollingOf(idsUpTo(30), 0);
    fleet.polling.pause();
    service.respond(refusing(status, ['id-0', 'id-1', 'id-2']));
    for (const id of ['id-0', 'id-1', 'id-3', 'id-2']) await fleet.databases.refresh(id).catch(() => {});
    fleet.polling.resume();
    expect(fleet.polling.status.value.state).toBe('running');
    expect(fleet.databases.entry('id-2').value.error?.code).toBe(code);
  });

  test('for the same id three times in a row stops nothing', async () => {
    const { fleet, service } = await pollingOf(idsUpTo(30), 0);
    fleet.polling.pause();
    service.respond(refusing(status, ['id-0']));
    for (let time = 0; time < 3; time++) expect((await failureOf(fleet.databases.refresh('id-0'))).code).toBe(code);
    fleet.polling.resume();
    expect(fleet.polling.status.value.state).toBe('running');
  });

  test.each([1, 2])('for all %d ids of a small fleet stops all polls', async (count) => {
    const { fleet, service, advance } = await pollingOf(idsUpTo(count));
    service.respond(() => ({ status }));
    await advance(1100);
    expect(service.requests.length).toBeLessThanOrEqual(count);
    expect(fleet.polling.status.value).toMatchObject({ state: 'stopped', reason: { code } });
  });

  test('for one of two ids stops nothing', async () => {
    const { fleet, service, advance } = await pollingOf(['a', 'b']);
    service.respond(refusing(status, ['a']));
    await advance(60_000);
    expect(service.timesOf('b')).toHaveLength(60);
    expect(fleet.polling.status.value.state).toBe('running');
  });

  test('for every id is probed after 1 s, 2 s, 4 s and so on, up to 5 min, each time with the next id', async () => {
    const ids = idsUpTo(5);
    const { service, advance } = await pollingOf(ids, 0);
    service.respond(() => ({ status }));
    await advance(900);
    const stoppedAtMs = service.requests.at(-1)?.atMs ?? 0;
    const last = service.requests.at(-1)?.id ?? '';
    service.clear();
    await advance(1_500_000);
    const atMs = service.requests.map((request) => request.atMs);
    const waitsMs = atMs.map((at, nth) => Math.round(at - (atMs[nth - 1] ?? stoppedAtMs)));
    expect(waitsMs.slice(0, 11)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map((seconds) => seconds * 1000));
    const next = (id: string): string => ids[(ids.indexOf(id) + 1) % ids.length] as string;
    let before = last;
    for (const { id } of service.requests) {
      expect(id).toBe(next(before));
      before = id;
    }
  });
});

test('a 401 before the first answer to the credentials stops all polls', async () => {
  const { fleet, service, advance } = createFleetUnderTest({ polling: { concurrency: 1 } });
  service.respond(() => ({ status: 401 }));
  fleet.databases.add(idsUpTo(30));
  await advance(900);
  expect(service.requests).toHaveLength(1);
  expect(fleet.polling.status.value).toMatchObject({ state: 'stopped', reason: { code: 'unauthorized' } });
});

test('a 401 before the first answer to new credentials stops all polls', async () => {
  const { fleet, service, advance } = await pollingOf(idsUpTo(30), 0);
  fleet.setCredentials({ ...account, password: 'wrong' });
  service.respond(() => ({ status: 401 }));
  await advance(900);
  expect(service.requests).toHaveLength(1);
  expect(fleet.polling.status.value).toMatchObject({ state: 'stopped', reason: { code: 'unauthorized' } });
});

test('an answer to the previous credentials is no answer to the new ones', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(usualAnswer, 100);
  fleet.databases.add(idsUpTo(5));
  await advance(50);
  fleet.setCredentials({ ...account, password: 'wrong' });
  await advance(60);
  service.respond(() => ({ status: 401 }), 0);
  await failureOf(fleet.databases.refresh('id-0'));
  expect(fleet.polling.status.value.state).toBe('stopped');
});

test('polling is not stopped by an answer to the previous credentials', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  let refuse = (): void => {};
  service.respond(() => new Promise((resolve) => (refuse = () => resolve({ status: 401 }))));
  const failure = failureOf(fleet.databases.refresh('a'));
  await advance(0);
  fleet.setCredentials({ ...account, password: 'another' });
  refuse();
  expect((await failure).code).toBe('unauthorized');
  expect(fleet.polling.status.value.state).toBe('running');
});

test('a 403 before the first answer concerns its id', async () => {
  const { fleet, service, advance } = createFleetUnderTest({ polling: { concurrency: 1 } });
  service.respond(refusing(403, ['id-0']));
  fleet.databases.add(idsUpTo(30));
  await advance(10_000);
  expect(fleet.polling.status.value.state).toBe('running');
  expect(fleet.databases.all.value).toHaveLength(29);
});

test('the list of vector indices and creates count as different keys', async () => {
  const { fleet, service } = await pollingOf(idsUpTo(30), 0);
  service.respond(() => ({ status: 401 }));
  fleet.polling.pause();
  await failureOf(fleet.indices.refresh());
  await failureOf(createDatabase(fleet, createRequest));
  fleet.polling.resume();
  expect(fleet.polling.status.value.state).toBe('running');
  await failureOf(createDatabase(fleet, createRequest));
  expect(fleet.polling.status.value.state).toBe('stopped');
});

describe('polling that refusals stopped', () => {
  /** The next scheduled probe is minutes away. */
  async function stopped(): Promise<FleetUnderTest> {
    const under = await pollingOf(idsUpTo(5), 0);
    under.service.respond(() => ({ status: 401 }));
    await under.advance(700_000);
    expect(under.fleet.polling.status.value.state).toBe('stopped');
    under.service.clear();
    return under;
  }

  test('sends one probe at once after `resume`, and the series begins again', async () => {
    const { fleet, service, advance } = await stopped();
    fleet.polling.resume();
    await advance(0);
    expect(service.requests).toHaveLength(1);
    await advance(1000);
    expect(service.requests).toHaveLength(2);
    service.respond(usualAnswer);
    fleet.polling.resume();
    await advance(100);
    expect(fleet.polling.status.value.state).toBe('running');
    for (const id of idsUpTo(5)) expect(fleet.databases.entry(id).value.status).toBe('fresh');
  });

  test('sends another probe at once if `resume` is called while a probe is in flight', async () => {
    const { fleet, service, advance } = await stopped();
    fleet.polling.resume();
    service.respond(() => ({ status: 401 }), 5000);
    fleet.polling.resume();
    await advance(100);
    service.respond(usualAnswer, 0);
    fleet.polling.resume();
    await advance(5000);
    expect(fleet.polling.status.value.state).toBe('running');
  });

  test('polls at once with new credentials', async () => {
    const { fleet, service, advance } = await stopped();
    service.respond(usualAnswer);
    fleet.setCredentials({ ...account, password: 'another' });
    await advance(100);
    expect(new Set(service.requests.map(({ authorization }) => atob(authorization.slice(6))))).toEqual(
      new Set([`${account.username}:another`]),
    );
    expect(fleet.polling.status.value.state).toBe('running');
    for (const id of idsUpTo(5)) expect(fleet.databases.entry(id).value.status).toBe('fresh');
  });

  test('sends the requests of callers as probes, which do not delay the scheduled probes', async () => {
    const { fleet, service, advance } = await stopped();
    const { until } = fleet.polling.status.value;
    for (let time = 0; time < 5; time++)
      expect((await failureOf(fleet.databases.refresh('id-1'))).code).toBe('unauthorized');
    expect(service.requests).toHaveLength(5);
    expect(fleet.polling.status.value.until).toBe(until);
    service.respond(usualAnswer);
    await fleet.databases.refresh('id-1');
    await advance(100);
    expect(fleet.polling.status.value.state).toBe('running');
  });

  test('sends no probe while it is paused, and one at once when it goes on', async () => {
    const { fleet, service, advance } = await stopped();
    fleet.polling.pause();
    await advance(1_000_000);
    expect(service.requests).toHaveLength(0);
    fleet.polling.resume();
    await advance(0);
    expect(service.requests).toHaveLength(1);
  });

  test('resumes if a request in flight gets an answer', async () => {
    const { fleet, service, advance } = await pollingOf(idsUpTo(30));
    service.respond(usualAnswer, 300);
    const slow = fleet.databases.refresh('another');
    await advance(0);
    service.respond(() => ({ status: 401 }), 0);
    await advance(200);
    expect(fleet.polling.status.value.state).toBe('stopped');
    service.respond(usualAnswer);
    await advance(100);
    await slow;
    expect(fleet.polling.status.value.state).toBe('running');
  });

  test('arms no timer when nothing is known any more', async () => {
    const { fleet, clock, advance } = await stopped();
    fleet.databases.remove(idsUpTo(5));
    await advance(3_600_000);
    expect(clock.armed).toBe(0);
  });
});

test('credentials from a function are read again for each probe', async () => {
  let password = 'first';
  const { fleet, service, advance } = createFleetUnderTest({ credentials: () => ({ ...account, password }) });
  service.respond(({ authorization, ...request }) =>
    atob(authorization.slice(6)).endsWith(':second') ? usualAnswer({ authorization, ...request }) : { status: 401 },
  );
  fleet.databases.add(idsUpTo(5));
  await advance(500);
  expect(fleet.polling.status.value.state).toBe('stopped');
  password = 'second';
  await advance(1000);
  expect(fleet.polling.status.value.state).toBe('running');
});

describe('an outage', () => {
  test('is probed after 1 s, 2 s, 4 s and so on, up to 30 s, each time with the next id', async () => {
    const { service, advance } = await pollingOf(idsUpTo(5), 0);
    service.respond(() => ({ status: 503 }));
    await advance(900);
    const stoppedAtMs = service.requests.at(-1)?.atMs ?? 0;
    service.clear();
    await advance(200_000);
    const atMs = service.requests.map((request) => request.atMs);
    const waitsMs = atMs.map((at, nth) => Math.round(at - (atMs[nth - 1] ?? stoppedAtMs)));
    expect(waitsMs.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 30, 30, 30].map((seconds) => seconds * 1000));
    expect(new Set(service.requests.slice(0, 5).map(({ id }) => id)).size).toBe(5);
  });

  test('makes the ids that failed due at once when it ends', async () => {
    const { fleet, service, advance } = await pollingOf(idsUpTo(5));
    service.respond(() => ({ status: 503 }));
    await advance(600_000);
    service.respond(usualAnswer, 0);
    while (fleet.polling.status.value.state !== 'running') await advance(10);
    await advance(5000);
    for (const id of idsUpTo(5)) expect(fleet.databases.entry(id).value.status).toBe('fresh');
  });
});
