import { expect, test } from 'vitest';
import {
  createDatabase,
  exactInt64,
  reportUsage,
  transitionsOf,
  unconfirmedCreatesOf,
  usageOf,
  type Database,
  type FleetOptions,
  type Transition,
} from '../../src/index.js';
import { createManualClock } from '../support/manual-clock.js';
import { failureOf } from '../support/failure-of.js';
import { newName, openHere, resultOf } from './databases.js';
import format1 from '../persistence/fixtures/indexeddb-format-1.json' with { type: 'json' };

type Fetch = NonNullable<FleetOptions['fetch']>;

/** Makes a database with the browser's own functions. */
async function build(name: string, { version, stores }: typeof format1): Promise<void> {
  const opening = indexedDB.open(`fleetglass:${name}`, version);
  opening.onupgradeneeded = () => {
    for (const { keyPath, autoIncrement, values, ...store } of stores) {
      const made = opening.result.createObjectStore(store.name, { keyPath, autoIncrement });
      for (const value of values) made.put(value);
    }
  };
  const database = await resultOf(opening);
  database.close();
}

/** Reads a database with the browser's own functions. */
async function describeDatabase(name: string): Promise<object> {
  const database = await resultOf(indexedDB.open(`fleetglass:${name}`));
  const stores = [...database.objectStoreNames].map(async (each) => {
    const store = database.transaction(each).objectStore(each);
    const { keyPath, autoIncrement, indexNames } = store;
    return { name: each, keyPath, autoIncrement, indexes: [...indexNames], values: await resultOf(store.getAll()) };
  });
  const description = { version: database.version, stores: await Promise.all(stores) };
  database.close();
  return description;
}

/** The record in a value of the fixture. */
function recordOf(key: string): object {
  const value = format1.stores[0]?.values.find((each) => each.key === key) ?? expect.unreachable(`${key} is there`);
  return (JSON.parse(value.text) as { readonly record: object }).record;
}

/** Answers the first read of the database `a` with another state than later reads. `b` is missing. Creates are cut off. */
function createService(): Fetch {
  const database = recordOf('record/a');
  let reads = 0;
  return async (url, init) => {
    const { pathname } = new URL(url);
    if (init?.method === 'POST') throw new TypeError('cut off');
    if (pathname.endsWith('/b')) return Response.json({ error: 'unknown' }, { status: 404 });
    if (pathname.endsWith('/index')) return Response.json([recordOf('index/i')]);
    reads += 1;
    const text = JSON.stringify({ ...database, ...(reads === 1 && { state: 'active' }), password: 'CANARY' });
    return new Response(text.replace('9007199254740992', '9007199254740993'));
  };
}

/** A fleet with a store. Its clock stands still. */
const openStill = (name: string, fetch: Fetch) =>
  openHere(name, { clock: createManualClock(), random: () => 0.5, fetch });

const request = { database_name: 'carts', platform: 'aws', primary_region: 'us-east-1' } as const;

test('a database has the format of the fixture', async () => {
  const name = newName();
  const { fleet } = await openStill(name, createService());
  const { databases, indices } = fleet;
  databases.add(['b', 'a']);
  await databases.refresh('a');
  await databases.refresh('a');
  await failureOf(databases.refresh('b'));
  await indices.refresh();
  reportUsage(fleet, 'database', 'a', { db_max_clients: 812 });
  await failureOf(createDatabase(fleet, request));
  await fleet.flush();
  expect(await describeDatabase(name)).toEqual(format1);
});

test('a database in the format of the fixture is read completely', async () => {
  const name = newName();
  await build(name, format1);
  const { fleet } = await openStill(name, () => new Promise(() => {}));
  const { databases, indices, storage } = fleet;
  expect(storage.value).toMatchObject({ state: 'ready', lost: [] });
  expect(databases.tracked.value).toEqual(['b', 'a']);
  expect(databases.entry('b').value.status).toBe('missing');
  expect(databases.entry('a').value).toMatchObject({ status: 'stale', record: { state: 'suspended' } });
  // Only an answer has the digits of a rounded integer.
  expect(exactInt64(databases.record('a').value as Database, 'db_request_limit')).toBeUndefined();
  expect(unconfirmedCreatesOf(fleet).value).toMatchObject([{ request }]);
  expect(indices.all.value).toMatchObject([{ id: 'i', dimension_count: 1536 }]);
  expect(usageOf(fleet, 'database', 'a').value).toMatchObject({ db_max_clients: { used: 812 } });
  const kept: Transition[] = [];
  transitionsOf(fleet)
    .since(0)
    .subscribe((transition) => kept.push(transition));
  expect(kept).toMatchObject([{ sequence: 1, id: 'a', field: 'state', from: 'active', to: 'suspended' }]);
});
