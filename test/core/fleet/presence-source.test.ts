import { expect, test } from 'vitest';
import { createApp, createFleetUnderTest } from './fleet-under-test.js';

test('polling pauses while the application is in the background, and catches up on return, until `dispose`', async () => {
  const { listeners, presence, show } = createApp();
  const { fleet, service, advance, clock } = createFleetUnderTest({ polling: { presence } });
  fleet.databases.record('a').subscribe();
  await advance(60_000);
  show(false);
  expect(fleet.polling.status.value).toMatchObject({
    state: 'paused',
    reason: { code: 'hidden', message: 'Paused while the page or app is hidden.' },
  });
  service.clear();
  await advance(600_000);
  expect([service.requests.length, clock.armed]).toEqual([0, 0]);
  show(true);
  await advance(1000);
  expect(service.requests).toHaveLength(1);
  expect(fleet.polling.status.value.state).toBe('running');
  expect(listeners.size).toBe(1);
  fleet.dispose();
  expect(listeners.size).toBe(0);
});

test('`pollWhile: ["hidden"]` polls in the background too', async () => {
  const { presence, show } = createApp();
  const { fleet, service, advance } = createFleetUnderTest({ polling: { presence, pollWhile: ['hidden'] } });
  show(false);
  fleet.databases.track('a');
  await advance(600_000);
  expect(service.requests.length).toBeGreaterThan(9);
});

test('a source that throws counts as present, and its errors go to `onError`', async () => {
  const refuse = (): never => {
    throw new TypeError('no app');
  };
  const presence = { isPresent: refuse, subscribe: refuse };
  const { fleet, service, advance, errors } = createFleetUnderTest({ polling: { presence } });
  fleet.databases.track('a');
  await advance(1000);
  expect(service.requests).toHaveLength(1);
  expect(new Set(errors.map(String))).toEqual(new Set(['TypeError: no app']));
});

test('a fleet that could not be made leaves no subscription', () => {
  const { listeners, presence } = createApp();
  const persistence = {
    connect() {
      expect(listeners.size).toBe(1);
      throw new Error('the store is in use');
    },
  };
  expect(() => createFleetUnderTest({ polling: { presence }, persistence })).toThrow('the store is in use');
  expect(listeners.size).toBe(0);
});
