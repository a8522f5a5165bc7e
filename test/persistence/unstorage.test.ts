import { refreshAll } from '../../src/index.js';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createStorage, type Driver } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';
import memoryDriver from 'unstorage/drivers/memory';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openUnstorage, type UnstorageStorage } from '../../src/persistence/unstorage/index.js';
import { UnstorageEngine } from '../../src/persistence/unstorage/unstorage-engine.js';
import { createFleetUnderTest, quick } from '../core/fleet/fleet-under-test.js';
import type { Script } from '../core/fleet/scripted-service.js';
import { failureOf } from '../support/failure-of.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { describeEngine } from './engine-contract.js';
import { memoryFolder } from './memory-folder.js';

describeEngine('in a storage of files', async () => {
  const storage = createStorage({ driver: fsDriver({ base: await memoryFolder() }) });
  return { open: async () => new UnstorageEngine(storage, 'fleetglass') };
});

async function openFleet(storage: UnstorageStorage, script?: Script) {
  const store = await openUnstorage(storage);
  const tested = createFleetUnderTest({ persistence: store, polling: quick });
  onTestFinished(() => store.close());
  if (script) tested.service.respond(script);
  await tested.fleet.ready;
  return { ...tested, close: store.close };
}

const openFiles = (base: string, script?: Script) => openFleet(createStorage({ driver: fsDriver({ base }) }), script);

describe('a store in a storage of files', () => {
  test('keeps ids that differ only in case, and ids of any characters', async () => {
    const base = await temporaryFolder();
    const ids = ['a', 'A', 'ä', 'x:y', 'x?y', '$', 'a$', '_', 'nul', '...', 'Z'.repeat(256)];
    const first = await openFiles(base);
    first.fleet.databases.add(ids);
    await first.fleet.flush();
    await first.close();
    const names = await readdir(join(base, 'fleetglass'), { recursive: true });
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    const next = await openFiles(base);
    expect(next.fleet.databases.tracked.value).toEqual(ids);
  });

  test('reports which value a torn file has lost, and uses the rest', async () => {
    const base = await temporaryFolder();
    const first = await openFiles(base);
    first.fleet.databases.add(['a', 'b', 'c']);
    await refreshAll(first.fleet);
    await first.fleet.flush();
    await first.close();
    const folder = join(base, 'fleetglass');
    await truncate(join(folder, 'record__a'), 100);
    await truncate(join(folder, 'id__b'), 0);
    await writeFile(join(folder, 'id__c'), await readFile(join(folder, 'id__a')));
    await writeFile(join(folder, 'id__foreign'), '{"place":1}');
    const { fleet } = await openFiles(base, () => undefined);
    await fleet.flush();
    expect(fleet.storage.value.state).toBe('damaged');
    expect(fleet.storage.value.lost.map(({ message }) => message).toSorted()).toEqual([
      'The id b was damaged and is restored from its record.',
      'The id c was damaged and is restored from its record.',
      'The id foreign is damaged and lost.',
      'The last record of the database a is damaged and lost.',
    ]);
    // The records of b and c still have their ids.
    expect(fleet.databases.tracked.value.toSorted()).toEqual(['a', 'b', 'c']);
    expect(fleet.databases.record('a').value).toBeUndefined();
  });
});

test('reports that the file of an id was deleted, and restores the id from its record', async () => {
  const base = await temporaryFolder();
  const first = await openFiles(base);
  first.fleet.databases.add(['a', 'b', 'gone', 'removed']);
  await refreshAll(first.fleet);
  first.fleet.polling.pause();
  first.fleet.databases.add('unread');
  first.fleet.databases.remove('removed');
  await first.fleet.flush();
  await first.close();
  await rm(join(base, 'fleetglass', 'id__b'));
  await rm(join(base, 'fleetglass', 'id__unread'));
  const next = await openFiles(base, () => undefined);
  await next.fleet.flush();
  expect(next.fleet.storage.value).toMatchObject({
    state: 'damaged',
    lost: [
      { kind: 'unknown', count: 2, message: expect.stringMatching(/^The storage lacks 2 of \d values/) as string },
      { kind: 'id', id: 'b', repaired: true },
    ],
  });
  expect(next.fleet.databases.tracked.value.toSorted()).toEqual(['a', 'b', 'gone']);

  next.fleet.databases.remove('gone');
  await next.fleet.flush();
  await next.close();
  const last = await openFiles(base, () => undefined);
  expect(last.fleet.storage.value.lost).toEqual([]);
});

describe('a storage with any driver', () => {
  test('gets new values before old ones are deleted', async () => {
    const driver = memoryDriver() as Required<Driver>;
    const engine = new UnstorageEngine(createStorage({ driver }), 'p');
    await engine.write([{ key: 'create/1', text: '1' }]);
    const log: string[] = [];
    vi.spyOn(driver, 'setItem').mockImplementation((key) => void log.push(`set ${key}`));
    vi.spyOn(driver, 'removeItem').mockImplementation((key) => void log.push(`remove ${key}`));
    await engine.write([{ key: 'create/1' }, { key: 'id/a', text: '1' }]);
    expect(log).toEqual(['set p:id__a', 'set p:count_', 'remove p:create__1']);
  });

  test.each([
    [Object.assign(new Error('CANARY in a path'), { code: 'ENOSPC' }), 'full', 'ENOSPC'],
    [new Error('CANARY in a value'), 'failed', 'Error'],
  ])('that fails is reported, without the text of its error', async (error, state, word) => {
    const driver = memoryDriver() as Required<Driver>;
    const { fleet } = await openFleet(createStorage({ driver }));
    const failing = vi.spyOn(driver, 'setItem').mockRejectedValue(error);
    fleet.databases.add('a');
    const failure = await failureOf(fleet.flush());
    expect(failure).toMatchObject({ code: 'storage', message: expect.stringContaining(word) as string });
    expect(JSON.stringify(failure)).not.toContain('CANARY');
    expect(fleet.storage.value.state).toBe(state);
    failing.mockRestore();
    await fleet.flush();
    expect(fleet.storage.value.state).toBe('ready');
  });

  test.each<[string, Partial<Driver>, RegExp]>([
    ['does not keep values', { setItem: () => {} }, /read-only/],
    ['fails', { getItem: () => Promise.reject(new Error('CANARY')) }, /^(?!.*CANARY)/],
  ])('that %s is refused', async (_, methods, message) => {
    const storage = createStorage({ driver: { ...memoryDriver(), ...methods } });
    const failure = await failureOf(openUnstorage(storage));
    expect(failure.code).toBe('storage');
    expect(failure.message).toMatch(message);
  });

  test('that a newer version has written is refused, and stays as it is', async () => {
    const storage = createStorage();
    await storage.setItem('fleetglass:format_', { fleetglass: 2 });
    const error = await failureOf(openUnstorage(storage));
    expect(error).toMatchObject({ code: 'storage', message: expect.stringContaining('newer version') as string });
    expect(await storage.getItem('fleetglass:format_')).toEqual({ fleetglass: 2 });
  });
});

describe('the prefix of a store', () => {
  test('separates stores, also if one prefix begins with another', async () => {
    const storage = createStorage();
    await storage.setItem('other', 'stays');
    const stores = ['a', 'a:b', 'a:b_'].map((prefix) => new UnstorageEngine(storage, prefix));
    await Promise.all(stores.map((engine, at) => engine.write([{ key: 'id/x', text: String(at) }])));
    const read = async (at: number): Promise<unknown[]> => {
      const values: unknown[] = [];
      for await (const batch of stores[at]?.read(() => expect.unreachable('no loss')) ?? []) values.push(...batch);
      return values;
    };
    const values = ['0', '1', '2'].map((text) => [{ key: 'id/x', text }]);
    expect(await Promise.all([read(0), read(1), read(2)])).toEqual(values);
    await stores[0]?.clear();
    expect(await Promise.all([read(0), read(1)])).toEqual([[], [{ key: 'id/x', text: '1' }]]);
    expect(await storage.getItem('other')).toBe('stays');
  });

  test('is open once in a process', async () => {
    const storage = createStorage();
    const store = await openUnstorage(storage);
    expect(await failureOf(openUnstorage(storage))).toMatchObject({ code: 'in-use' });
    await (await openUnstorage(storage, { prefix: 'other' })).close();
    await (await openUnstorage(createStorage())).close();
    await store.close();
    await (await openUnstorage(storage)).close();
  });

  test.each(['', '../x', 'x'.repeat(201)])('is refused if it is %j, together with a wrong storage', async (prefix) => {
    expect(await failureOf(openUnstorage({} as UnstorageStorage, { prefix }))).toMatchObject({
      code: 'invalid-request',
      issues: [{ path: 'storage' }, { path: 'prefix' }],
    });
  });
});
