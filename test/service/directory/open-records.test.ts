import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DirectoryEngine } from '../../../src/persistence/directory/directory-engine.js';
import { createMemoryStore, type RecordStore } from '../../../src/service/account/record-store.js';
import { createEngineStore } from '../../../src/service/directory/engine-store.js';
import { openRecords } from '../../../src/service/directory/open-records.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

async function open(directory: string): Promise<DirectoryEngine> {
  const engine = await openRecords(directory);
  onTestFinished(() => engine.close());
  return engine;
}

async function refusal(directory: string): Promise<string> {
  return openRecords(directory).then(
    (engine) => engine.close().then(() => 'it was opened'),
    (error: Error) => error.message.replace(directory, 'DIRECTORY'),
  );
}

describe('openRecords', () => {
  it('creates the directory and its parents for this user only', async () => {
    const directory = join(await temporaryFolder(), 'some', 'where');
    await open(directory);
    for (const path of [directory, join(directory, 'records')]) expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it.runIf(process.platform === 'linux')('refuses at once a directory in which it cannot create files', async () => {
    expect(await refusal('/proc/nowhere/fleet')).toBe('The directory DIRECTORY cannot be used: it cannot be created.');
  });

  it('refuses a file and a path inside a file', async () => {
    const directory = await temporaryFolder();
    await writeFile(join(directory, 'records'), '');
    for (const path of [directory, join(directory, 'records'), join(directory, 'records', 'deeper')])
      expect(await refusal(path)).toBe('The directory DIRECTORY cannot be used: it is not a directory.');
  });

  it('allows one service at a time', async () => {
    const directory = await temporaryFolder();
    const engine = await open(directory);
    expect(await refusal(directory)).toBe(
      'The directory DIRECTORY cannot be used: another process or store uses it; close that one first, or choose another directory.',
    );
    await engine.close();
    await open(directory);
  });

  it('refuses records of an earlier version, and changes nothing of them', async () => {
    const directory = await temporaryFolder();
    const readAll = async (): Promise<unknown> => {
      const level = new ClassicLevel(join(directory, 'records'));
      const entries = await level.iterator().all();
      await level.close();
      return entries;
    };
    await mkdir(join(directory, 'records'));
    const level = new ClassicLevel(join(directory, 'records'));
    await level.put('database:a', '{}');
    await level.close();
    const before = await readAll();
    expect(await refusal(directory)).toBe(
      'The directory DIRECTORY cannot be used: it holds the data of an earlier version or of another program, which this version does not read; choose an empty directory.',
    );
    expect(await readAll()).toEqual(before);
  });
});

describe('records', () => {
  const stores: Record<string, () => Promise<RecordStore>> = {
    'in memory': async () => createMemoryStore(),
    'in a directory': async () => createEngineStore(await open(await temporaryFolder()), () => {}),
  };

  it.each(Object.entries(stores))('are stored %s exactly, by kind and id', async (_, make) => {
    const store = await make();
    const records = {
      a: { limit: 2n ** 63n - 1n, text: '\u0000\ud83d\ude80', none: null },
      'ä:;/': { b: [1.5, { c: true }] },
    };
    await store.write(Object.entries(records).map(([id, record]) => ({ kind: 'database', id, record })));
    await store.write([{ kind: 'index', id: 'a', record: { other: 1 } }]);
    expect(await store.get('database', 'a')).toEqual(records.a);
    expect(Object.fromEntries(await store.list('database'))).toEqual(records);
    await store.write([{ kind: 'database', id: 'a' }]);
    expect([await store.get('database', 'a'), await store.get('index', 'a')]).toEqual([undefined, { other: 1 }]);
  });
});
