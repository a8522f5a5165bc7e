import { expect, test } from 'vitest';
import type { Fleet, FleetError, View } from '../../../src/index.js';
import { abortListeners } from '../../support/abort-listeners.js';
import { failureOf } from '../../support/failure-of.js';
import { account, createFleetUnderTest } from './fleet-under-test.js';
import { usualAnswer } from './scripted-service.js';

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

test('dispose in a subscriber leaves no listener on the signal of the refresh that notified it', async () => {
  const { fleet } = createFleetUnderTest();
  const { signal } = new AbortController();
  fleet.databases.entry('a').subscribe(({ fetching }) => fetching && fleet.dispose());
  fleet.polling.pause();
  expect((await failureOf(fleet.databases.refresh('a', { signal }))).code).toBe('disposed');
  expect(abortListeners(signal)).toBe(0);
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
