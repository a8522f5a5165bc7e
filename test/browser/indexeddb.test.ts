import { createDatabase } from '../../src/index.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openIndexedDB } from '../../src/persistence/indexeddb/index.js';
import { IndexedDBEngine } from '../../src/persistence/indexeddb/indexeddb-engine.js';
import { openDatabase } from '../../src/persistence/indexeddb/open-database.js';
import { TabLock } from '../../src/persistence/indexeddb/tab-lock.js';
import { describeEngine } from '../persistence/engine-contract.js';
import { failureOf } from '../support/failure-of.js';
import { newName, openHere, resultOf } from './databases.js';
import { openFrame } from './open-frame.js';
import { openFleet, type StorePage } from './store-page.js';
import { eventually } from '../support/eventually.js';

const request = { database_name: 'carts', platform: 'aws', primary_region: 'us-east-1' } as const;

/** Opens a store in a page of its own. `close` ends the page without a dispose, as the user closes a tab. */
async function openPage(name: string) {
  const { frame, made: open } = await openFrame('/store-page.js', (page: StorePage) => page.openFleet);
  const close = (): void => frame.remove();
  onTestFinished(close);
  return { ...(await open(name)), close };
}

async function storedKeys(name: string): Promise<IDBValidKey[]> {
  const database = await resultOf(indexedDB.open(`fleetglass:${name}`));
  const keys = await resultOf(database.transaction('values').objectStore('values').getAllKeys());
  database.close();
  return keys;
}

/** Expects that a store does not open or save, with this text in the error. */
async function expectFailure(attempt: Promise<unknown>, text: string): Promise<void> {
  const message = expect.stringContaining(text) as string;
  expect(await failureOf(attempt)).toMatchObject({ code: 'storage', message });
}

/** Makes a store with these ids and their records, and closes it. */
async function keepRecords(name: string, ids: readonly string[]): Promise<void> {
  const { fleet, store, refreshAll } = await openFleet(name);
  fleet.databases.add(ids);
  await refreshAll();
  await fleet.flush();
  fleet.dispose();
  await store.close();
}

test('ids and records survive closing and reopening the page', async () => {
  const name = newName();
  const first = await openPage(name);
  expect(first.fleet.storage.value).toMatchObject({ state: 'ready', role: 'leader', lost: [] });
  first.fleet.databases.add(['b', 'a']);
  await first.fleet.databases.refresh('a');
  await first.fleet.flush();
  first.close();
  const next = await openHere(name);
  expect(next.fleet.databases.tracked.value).toEqual(['b', 'a']);
  expect(next.fleet.databases.record('a').value).toMatchObject({ database_id: 'a', state: 'active' });
});

test('a second page saves its ids and creates at once, and everything when the first page closes', async () => {
  const name = newName();
  const leader = await openPage(name);
  const follower = await openHere(name);
  expect(follower.fleet.storage.value).toMatchObject({ state: 'ready', role: 'follower' });
  follower.fleet.databases.add('a');
  await follower.fleet.databases.refresh('a');
  await follower.create(request);
  await follower.fleet.flush();
  expect(await storedKeys(name)).toEqual(['id/a', 'id/created']);
  leader.fleet.databases.add('b');
  await leader.fleet.databases.refresh('b');
  await leader.fleet.flush();
  expect(await storedKeys(name)).toEqual(['id/a', 'id/b', 'id/created', 'record/b']);

  leader.close();
  await eventually(() => expect(follower.fleet.storage.value.role).toBe('leader'));
  await follower.fleet.flush();
  expect(await storedKeys(name)).toEqual(['id/a', 'id/b', 'id/created', 'record/a', 'record/b', 'record/created']);
});

test('a page saves an id again that another page has removed, and the other ids keep their positions', async () => {
  const name = newName();
  const [page, other] = [await openPage(name), await openPage(name)];
  page.fleet.databases.add(['a', 'b']);
  await page.fleet.flush();
  other.fleet.databases.remove('a');
  await other.fleet.flush();
  page.fleet.databases.add(['a', 'b']);
  await page.fleet.flush();
  const next = await openPage(name);
  expect(next.fleet.databases.tracked.value.join()).toBe('b,a');
});

test('the deletion of an open database is reported at once, saving fails, and another tab becomes the leader', async () => {
  const name = newName();
  const { fleet } = await openHere(name);
  await resultOf(indexedDB.deleteDatabase(`fleetglass:${name}`));
  await eventually(() => expect(fleet.storage.value.state).toBe('failed'));
  expect(fleet.storage.value.error?.message).toContain('was deleted while it was in use');
  fleet.databases.add('a');
  expect(await failureOf(fleet.flush())).toMatchObject({ code: 'storage' });
  expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(`fleetglass:${name}`);
  const other = await openPage(name);
  await eventually(() => expect(other.fleet.storage.value.role).toBe('leader'));
});

test('full storage is reported, and the fleet saves again when there is room', async () => {
  const name = newName();
  const { fleet } = await openHere(name);
  fleet.databases.add(['a', 'b']);
  const { put } = IDBObjectStore.prototype;
  using full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: object,
  ) {
    // The first value of a batch has room.
    if (!('key' in value) || value.key !== 'id/a') throw new DOMException('CANARY', 'QuotaExceededError');
    return put.call(this, value);
  });
  await expectFailure(fleet.flush(), 'no room');
  expect(fleet.storage.value.state).toBe('full');
  expect(await failureOf(createDatabase(fleet, request))).toMatchObject({ code: 'storage' });
  expect(await storedKeys(name)).toEqual([]);
  full.mockRestore();
  await fleet.flush();
  expect(fleet.storage.value.state).toBe('ready');
  expect(await storedKeys(name)).toEqual(expect.arrayContaining(['id/a', 'id/b']));
});

test('damaged and foreign values are reported and not used', async () => {
  const name = newName();
  await keepRecords(name, ['a', 'b']);
  const database = await resultOf(indexedDB.open(`fleetglass:${name}`));
  const values = database.transaction('values', 'readwrite').objectStore('values');
  const value = (await resultOf(values.get('id/a'))) as object;
  await resultOf(values.put({ ...value, text: '{"place":0}' }));
  await resultOf(values.put({ key: 7 }));
  database.close();
  const { fleet } = await openHere(name);
  expect(fleet.storage.value).toMatchObject({ lost: [{ id: '7' }, { kind: 'id', id: 'a' }] });
  // The first polls may have begun.
  await eventually(() => expect(fleet.storage.value.state).toBe('damaged'));
  // The record still has the id, which is saved again.
  expect(fleet.databases.tracked.value).toEqual(['b', 'a']);
  await fleet.flush();
  const next = await openPage(name);
  expect(next.fleet.storage.value.lost.map(({ id }) => id).join()).toBe('7');
});

/** Fails as Chromium does when the file of a large value is gone: the error ends the transaction unless it is prevented. */
function failAsUnreadable<T>(request: IDBRequest<T>): IDBRequest<T> {
  const fail = (event: Event): void => {
    event.stopImmediatePropagation();
    const error = new DOMException('CANARY', 'NotReadableError');
    Object.defineProperty(request, 'error', { value: error });
    if (request.dispatchEvent(new Event('error', { bubbles: true, cancelable: true }))) request.transaction?.abort();
  };
  request.addEventListener('success', fail, { once: true });
  return request;
}

test('a value that the browser cannot read is lost alone', async () => {
  const name = newName();
  await keepRecords(name, ['a', 'b', 'c']);
  const { get, getAll } = IDBObjectStore.prototype;
  using _one = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    const request = get.call(this, key);
    return key === 'record/b' ? failAsUnreadable(request) : request;
  });
  using _all = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
    this: IDBObjectStore,
    ...given
  ) {
    return failAsUnreadable(getAll.apply(this, given));
  });
  const { fleet } = await openHere(name);
  expect(fleet.storage.value).toMatchObject({ lost: [{ kind: 'database', id: 'b' }] });
  await eventually(() => expect(fleet.storage.value.state).toBe('damaged'));
  expect(fleet.storage.value.lost).toHaveLength(1);
  expect(fleet.databases.tracked.value).toEqual(['a', 'b', 'c']);
  for (const id of ['a', 'c']) expect(fleet.databases.record(id).value?.state).toBe('active');
});

test.each([
  ['another program', 1, 'another program'],
  ['a newer version', 2, 'a newer version of fleetglass has written it'],
])('a database of %s is refused and not changed', async (_, version, message) => {
  const name = newName();
  (await resultOf(indexedDB.open(`fleetglass:${name}`, version))).close();
  await expectFailure(openIndexedDB({ name }), message);
  const database = await resultOf(indexedDB.open(`fleetglass:${name}`));
  expect(database.version).toBe(version);
  database.close();
});

test('an older page closes the database for a newer version of the page, and reports it', async () => {
  const name = newName();
  const { fleet } = await openHere(name);
  (await resultOf(indexedDB.open(`fleetglass:${name}`, 2))).close();
  await eventually(() => expect(fleet.storage.value.error?.message).toContain('with a newer version of fleetglass'));
});

test('a database that the browser closes is reported at once', async () => {
  const { open } = IDBFactory.prototype;
  const requests: IDBOpenDBRequest[] = [];
  using _opening = vi.spyOn(indexedDB, 'open').mockImplementation((...given) => {
    const request = open.apply(indexedDB, given);
    requests.push(request);
    return request;
  });
  const { fleet } = await openHere(newName());
  // The browser sends this event when it deletes the data of the site.
  requests[0]?.result.dispatchEvent(new Event('close'));
  await eventually(() => expect(fleet.storage.value.state).toBe('failed'));
  fleet.databases.add('a');
  await expectFailure(fleet.flush(), 'The browser has closed the database');
});

test('a name that is open in the same page is refused until its store is closed', async () => {
  const name = newName();
  const store = await openIndexedDB({ name });
  expect(await failureOf(openIndexedDB({ name }))).toMatchObject({ code: 'in-use' });
  await store.close();
  await (await openIndexedDB({ name })).close();
});

test('a browser that blocks site data is reported', async () => {
  using _open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('CANARY', 'SecurityError');
  });
  await expectFailure(openIndexedDB({ name: newName() }), 'does not let this page keep data');
});

test('the error in a page without Web Locks says to use https', async () => {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  const name = newName();
  await expectFailure(openIndexedDB({ name }), 'https');
  Reflect.deleteProperty(navigator, 'locks');
  await (await openIndexedDB({ name })).close();
});

test.each(['', 'x'.repeat(257), 'a\nb', 7, undefined])('the name %j is refused', async (name) => {
  expect(await failureOf(openIndexedDB({ name: name as string }))).toMatchObject({
    code: 'invalid-request',
    issues: [{ path: 'name' }],
  });
});

const createPlace = async () => {
  const name = `fleetglass:test:${crypto.randomUUID()}`;
  return {
    open: async () => new IndexedDBEngine(await openDatabase(name), await TabLock.take(name)),
    destroy: async () => void indexedDB.deleteDatabase(name),
  };
};

describeEngine('in IndexedDB', createPlace);

test('IndexedDB lets the browser do other work while many values are read, and returns one value until it is closed', async () => {
  const { open, destroy } = await createPlace();
  onTestFinished(destroy);
  const engine = await open();
  onTestFinished(() => engine.close());
  await engine.write(Array.from({ length: 2000 }, (_, at) => ({ key: String(at), text: '{}' })));
  const other = vi.fn<() => void>();
  for await (const _ of engine.read(() => expect.unreachable('no loss'))) setTimeout(other);
  // One task after each batch but the last one, which may still wait.
  expect(other.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect([await engine.get('7'), await engine.get('b')]).toEqual(['{}', undefined]);
  await engine.close();
  expect(await engine.get('7')).toBeUndefined();
});
