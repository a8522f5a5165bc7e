import '@angular/compiler';
import {
  computed,
  createEnvironmentInjector,
  EnvironmentInjector,
  inject,
  PLATFORM_ID,
  makeStateKey,
  signal,
  TransferState,
} from '@angular/core';
import { afterEach, expect, test, vi } from 'vitest';
import {
  injectCreateDatabase,
  injectDatabase,
  injectDatabaseEntry,
  injectDatabaseResource,
  injectFleet,
  injectLimits,
  injectTransitions,
  injectView,
  provideFleet,
  provideFleetHydration,
} from '../../../src/bindings/angular/index.js';
import { dehydrate, type Fleet } from '../../../src/index.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { databaseOf } from '../../core/fleet/scripted-service.js';
import { TestBed } from './test-bed.js';

afterEach(() => void TestBed.resetTestingModule());

/** A provided fleet, and an injector that a test can destroy. */
function setUp() {
  const underTest = createFleetUnderTest();
  TestBed.configureTestingModule({ providers: [provideFleet(underTest.fleet)] });
  const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
  const known = (): readonly string[] => underTest.fleet.databases.known.value;
  return { ...underTest, injector, known };
}

test('a function creates the fleet at the first injection, may inject, and its fleet is disposed of with the injector', () => {
  const { fleet } = createFleetUnderTest();
  const dispose = vi.spyOn(fleet, 'dispose');
  const make = vi.fn<() => Fleet>(() => {
    inject(PLATFORM_ID);
    return fleet;
  });
  const injector = createEnvironmentInjector([provideFleet(make)], TestBed.inject(EnvironmentInjector));
  expect(make).not.toHaveBeenCalled();
  expect(injectFleet({ injector })).toBe(fleet);
  expect(injectFleet({ injector })).toBe(fleet);
  expect(make).toHaveBeenCalledOnce();
  expect(dispose).not.toHaveBeenCalled();
  injector.destroy();
  expect(dispose).toHaveBeenCalledOnce();
});

test('the fleet of a route is disposed of with the application, although Angular does not destroy its injector', () => {
  const { fleet } = createFleetUnderTest();
  const dispose = vi.spyOn(fleet, 'dispose');
  const ofRoute = createEnvironmentInjector([provideFleet(() => fleet)], TestBed.inject(EnvironmentInjector));
  injectFleet({ injector: ofRoute });
  TestBed.resetTestingModule();
  expect(dispose).toHaveBeenCalledOnce();
});

test('an injector is enough, and its end unsubscribes', async () => {
  const { injector, known, fleet, advance } = setUp();
  const id = signal('b');
  const signals = [
    injectDatabase('a', { injector }),
    injectDatabaseEntry(id, { select: ({ status }) => status, injector }),
    injectLimits('database', 'c', { injector }),
    injectTransitions({}, { injector }),
    injectView(fleet.databases.known, { injector }),
    injectCreateDatabase({ injector }).status,
  ];
  TestBed.tick();
  expect(signals.map((each) => each())).toEqual([undefined, 'unknown', [], [], ['a', 'c', 'b'], 'idle']);
  injector.destroy();
  await advance(0);
  expect(known()).toEqual([]);
});

test('an unread signal subscribes: to an id at once, to the id of a function when effects run', async () => {
  const { injector, known, advance } = setUp();
  const id = signal<string | undefined>('b');
  injectDatabase('a', { injector });
  injectDatabase(id, { injector });
  expect(known()).toEqual(['a']);
  TestBed.tick();
  expect(known()).toEqual(['a', 'b']);
  id.set(undefined);
  TestBed.tick();
  await advance(0);
  expect(known()).toEqual(['a']);
});

test('a signal never has the value of a previous id, before and after effects run', async () => {
  const { injector, answerWith, fleet } = setUp();
  await fleet.databases.refresh('a');
  const id = signal('a');
  const database = injectDatabase(id, { injector });
  const name = computed(() => database()?.database_id);
  TestBed.tick();
  expect(name()).toBe('a');

  id.set('b');
  expect(name()).toBeUndefined();
  await answerWith('a', { state: 'suspended' });
  expect(name()).toBeUndefined();
  TestBed.tick();
  expect(name()).toBeUndefined();
  await fleet.databases.refresh('b');
  expect(name()).toBe('b');
});

test('a change between the first read and the first effects is shown', async () => {
  const { injector, fleet } = setUp();
  const database = injectDatabase(signal('a'), { injector });
  expect(database()).toBeUndefined();
  const record = await fleet.databases.refresh('a');
  TestBed.tick();
  expect(database()).toBe(record);
});

test('a new view causes a new subscription; signals read during the subscription do not', () => {
  const { injector } = setUp();
  const read = signal(0);
  const subscribe = vi.fn<() => { unsubscribe(): void }>(() => {
    read();
    return { unsubscribe() {} };
  });
  injectView(() => ({ value: 0, subscribe }), { injector });
  TestBed.tick();
  read.set(1);
  TestBed.tick();
  expect(subscribe).toHaveBeenCalledOnce();
});

test('provideFleetHydration restores the snapshot of the server, and reports that of another version to `onError`', async () => {
  const { fleet: ofServer } = createFleetUnderTest();
  await ofServer.databases.refresh('a');
  const snapshot = dehydrate(ofServer);
  const open = (stored: unknown) => {
    const underTest = createFleetUnderTest();
    TestBed.resetTestingModule();
    TestBed.inject(TransferState).set(makeStateKey('fleetglass 1'), stored);
    const providers = [provideFleet(underTest.fleet), provideFleetHydration()];
    const injector = createEnvironmentInjector(providers, TestBed.inject(EnvironmentInjector));
    return { ...underTest, shown: injectDatabase('a', { injector })() };
  };
  expect(open(snapshot)).toMatchObject({ shown: { database_id: 'a' }, errors: [] });
  expect(open({ ...snapshot, format: 2 })).toMatchObject({ shown: undefined, errors: [{ code: 'invalid-request' }] });
  expect(open(null)).toMatchObject({ shown: undefined, errors: [] });
});

test('provideFleetHydration restores the fleets of an application and of its route, each from its own snapshot', async () => {
  function open(platform: string) {
    let injector = TestBed.inject(EnvironmentInjector);
    return ['application', 'route'].map(() => {
      const { fleet } = createFleetUnderTest();
      const providers = [{ provide: PLATFORM_ID, useValue: platform }, provideFleet(fleet), provideFleetHydration()];
      injector = createEnvironmentInjector(providers, injector);
      return fleet;
    });
  }
  const [ofApplication, ofRoute] = open('server');
  await ofApplication?.databases.refresh('a');
  await ofRoute?.databases.refresh('b');
  const stored = JSON.parse(TestBed.inject(TransferState).toJson()) as Record<string, unknown>;
  TestBed.resetTestingModule();
  for (const [key, value] of Object.entries(stored)) TestBed.inject(TransferState).set(makeStateKey(key), value);
  const shown = open('browser').map(({ databases }) => ['a', 'b'].filter((id) => databases.record(id).value));
  expect(shown).toEqual([['a'], ['b']]);
});

test('`reload` of a resource sends a request, also after a new id during a reload, and a poll ends an error', async () => {
  const { injector, service, advance } = setUp();
  service.respond(() => ({ status: 500 }));
  const source = signal('a');
  const database = injectDatabaseResource(source, { injector });
  async function settled(status: string): Promise<void> {
    await expect.poll(async () => (await advance(0), TestBed.tick(), database.status())).toBe(status);
  }
  await settled('error');
  expect(database.error()).toMatchObject({ code: 'unavailable' });
  service.respond(({ id }) => ({ json: databaseOf(id) }));
  await advance(10_000);
  await settled('resolved');
  expect(database.value()).toMatchObject({ database_id: 'a' });
  service.clear();
  service.respond(({ id }) => ({ json: databaseOf(id, { state: 'suspended' }) }));
  expect(database.reload()).toBe(true);
  TestBed.tick();
  await settled('resolved');
  expect(service.requests).toHaveLength(1);
  expect(database.value()).toMatchObject({ state: 'suspended' });
  service.respond(({ id }) => ({ json: databaseOf(id) }), 1_000);
  database.reload();
  TestBed.tick();
  source.set('b');
  TestBed.tick();
  await advance(1_000);
  await settled('resolved');
  service.clear();
  database.reload();
  TestBed.tick();
  await advance(1_000);
  expect(service.requests.map(({ id }) => id)).toEqual(['b']);
});

test('a resource without an id is idle, and asks no second time when its id comes back', async () => {
  const { injector, service, advance } = setUp();
  const id = signal<string | undefined>(undefined);
  const database = injectDatabaseResource(id, { injector });
  TestBed.tick();
  expect([database.status(), database.hasValue(), database.reload()]).toEqual(['idle', false, false]);
  expect(service.requests).toEqual([]);
  for (const now of ['a', undefined, 'a']) {
    id.set(now);
    const status = async () => (await advance(0), TestBed.tick(), database.status());
    await expect.poll(status).toBe(now === undefined ? 'idle' : 'resolved');
  }
  expect(database.value()).toMatchObject({ database_id: 'a' });
  expect(service.requests).toHaveLength(1);
});
