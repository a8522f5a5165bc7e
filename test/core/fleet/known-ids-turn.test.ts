import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFleet, type Fleet } from '../../../src/index.js';

function fleetWithoutService(): Fleet {
  const fetch = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'));
  return createFleet({ baseUrl: 'http://localhost', credentials: { username: 'demo', password: 'demo' }, fetch });
}

it('an id that is tracked and untracked in one turn is not known afterwards', async () => {
  using fleet = fleetWithoutService();
  fleet.databases.track('93e3a3e')();
  await setImmediate();
  expect(fleet.databases.known.value).toEqual([]);
  expect(fleet.polling.status.value.known).toBe(0);
});

it('an id that is observed for less than a turn is not known afterwards', async () => {
  using fleet = fleetWithoutService();
  fleet.databases.record('93e3a3e').subscribe().unsubscribe();
  await setImmediate();
  expect(fleet.databases.known.value).toEqual([]);
  expect(fleet.polling.status.value.known).toBe(0);
});

it('an id that is released and tracked again in one turn stays known', async () => {
  using fleet = fleetWithoutService();
  const untrack = fleet.databases.track('93e3a3e');
  await setImmediate();
  untrack();
  fleet.databases.track('93e3a3e');
  await setImmediate();
  expect(fleet.databases.known.value).toEqual(['93e3a3e']);
  expect(fleet.polling.status.value.known).toBe(1);
});
