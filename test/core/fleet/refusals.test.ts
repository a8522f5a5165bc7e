import { createDatabase, type Fleet, type FleetError, type View } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../support/failure-of.js';
import { createRequest } from '../../support/requests.js';
import { account, createFleetUnderTest, type FleetUnderTest, idsUpTo } from './fleet-under-test.js';
import { usualAnswer } from './scripted-service.js';

/** A fleet that polls each id once a second, and whose ids have all been answered. */
async function pollingOf(ids: readonly string[], latencyMs = 20): Promise<FleetUnderTest> {
  const under = createFleetUnderTest({ polling: { cadence: () => 1000, perSecond: 100, burst: 100 } });
  under.service.respond(usualAnswer, latencyMs);
  under.fleet.databases.add(ids);
  await under.advance(5000);
  under.service.clear();
  return under;
}

describe.each([401, 403])('a %i', (status) => {
  const code = status === 401 ? 'unauthorized' : 'forbidden';

  test('for 6 of 12 ids slows the polls of those 6 only', async () => {
    const { fleet, service, advance } = await pollingOf(idsUpTo(12));
    const refused = idsUpTo(6);
    // The refusals begin one at a time, as when an operator takes rights away.
    for (let at = 1; at <= 6; at++) {
      const ids = refused.slice(0, at);
      service.respond((request) => (ids.includes(request.id) ? { status } : usualAnswer(request)));
      await advance(1500);
    }
    service.clear();

    await advance(60_000);

    for (const id of idsUpTo(12).slice(6)) expect(service.timesOf(id).length).toBeGreaterThanOrEqual(59);
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
});

test('a 401 before the first answer to new credentials stops all polls', async () => {
  const { fleet, service, advance } = await pollingOf(idsUpTo(30), 0);
  fleet.setCredentials({ ...account, password: 'wrong' });
  service.respond(() => ({ status: 401 }));
  await advance(900);
  expect(service.requests).toHaveLength(1);
  expect(fleet.polling.status.value).toMatchObject({ state: 'stopped', reason: { code: 'unauthorized' } });
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

  test.each<[string, (fleet: Fleet) => void, password: string]>([
    ['with new credentials', (fleet) => fleet.setCredentials({ ...account, password: 'another' }), 'another'],
    ['after `resume`', ({ polling }) => polling.resume(), account.password],
  ])('polls at once %s', async (_, act, password) => {
    const { fleet, service, advance } = await stopped();
    service.respond(usualAnswer);
    act(fleet);
    await advance(100);
    const sent = new Set(service.requests.map(({ authorization }) => atob(authorization.slice(6))));
    expect(sent).toEqual(new Set([`${account.username}:${password}`]));
    expect(fleet.polling.status.value.state).toBe('running');
    for (const id of idsUpTo(5)) expect(fleet.databases.entry(id).value.status).toBe('fresh');
  });

  test('arms no timer when no id is known any more', async () => {
    const { fleet, clock, advance } = await stopped();
    fleet.databases.remove(idsUpTo(5));
    await advance(3_600_000);
    expect(clock.armed).toBe(0);
  });
});

test('a subscriber that refreshes an id after each failure sends one request per 401', async () => {
  const { fleet, service, advance, errors } = createFleetUnderTest({ polling: { concurrency: 1 } });
  service.respond(() => ({ status: 401 }), 50);
  fleet.polling.pause();
  const ids = ['a', 'b', 'c', 'd'];
  let retries = 0;
  for (const id of ids)
    fleet.databases.entry(id).subscribe(({ error, fetching }) => {
      if (error === undefined || fetching) return;
      if ((retries += 1) > 1000) throw new Error('endless');
      fleet.databases.refresh(id).catch(() => {});
    });
  for (const id of ids) fleet.databases.refresh(id).catch(() => {});
  await advance(60);
  expect(errors).toEqual([]);
  expect(retries).toBe(4);
  expect(service.requests).toHaveLength(2);
});

type Shown = View<{ readonly status: string; readonly fetching: boolean; readonly error?: FleetError }>;

test.each<[string, number, (fleet: Fleet) => Shown]>([
  ['an id', 401, ({ databases }) => databases.entry('a')],
  ['an id', 404, ({ databases }) => databases.entry('a')],
  ['the list', 401, ({ indices }) => indices.status],
])('%s whose request ends with %i after setCredentials is read again at once', async (_, status, viewOf) => {
  const { fleet, service, advance } = createFleetUnderTest();
  const answers = service.hold();
  const view = viewOf(fleet);
  const seen: unknown[] = [];
  view.subscribe((shown) => seen.push(shown.error?.code ?? shown.status));
  await advance(100);
  expect(service.inFlight).toBe(1);
  fleet.setCredentials({ ...account, password: 'another' });
  service.respond(usualAnswer);
  answers[0]?.({ status });
  await advance(100);
  // No error is shown meanwhile.
  expect(new Set(seen)).toEqual(new Set(['unknown', 'loading', 'fresh']));
  expect(view.value.fetching).toBe(false);
  expect(service.requests).toHaveLength(2);
});
