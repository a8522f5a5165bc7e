import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMemoryStore } from '../../../src/service/account/record-store.js';
import { createLevelStore } from '../../../src/service/directory/level-store.js';
import { openDirectory, type OpenDirectory } from '../../../src/service/directory/open-directory.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

async function open(directory: string): Promise<OpenDirectory['level']> {
  const { level } = await openDirectory(directory);
  onTestFinished(() => level.close());
  return level;
}

async function refusal(directory: string): Promise<string> {
  return openDirectory(directory).then(
    ({ level }) => level.close().then(() => 'it was opened'),
    (error: Error) => error.message.replace(directory, 'DIRECTORY'),
  );
}

describe('openDirectory', () => {
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
    const level = await open(directory);
    expect(await refusal(directory)).toBe('The directory DIRECTORY cannot be used: another service uses it.');
    await level.close();
    await open(directory);
  });

  it.each(['CURRENT', 'MANIFEST'])('refuses a directory with a damaged %s file', async (name) => {
    const directory = await temporaryFolder();
    const { level } = await openDirectory(directory);
    await level.put('a', 'b');
    await level.close();
    const files = (await readdir(join(directory, 'records'))).filter((file) => file.startsWith(name));
    expect(files).toHaveLength(1);
    await writeFile(join(directory, 'records', files[0] as string), 'garbage '.repeat(100));
    expect(await refusal(directory)).toBe('The directory DIRECTORY cannot be used: its contents are damaged.');
  });
});

describe('the newest writes of a directory', () => {
  /** Returns the notices and the records after a change of the file that holds three writes. */
  async function after(harm: (bytes: Buffer) => Buffer): Promise<[notices: string[], keys: string[]]> {
    const directory = await temporaryFolder();
    const { level } = await openDirectory(directory);
    for (const key of ['a', 'b', 'c']) await level.put(key, key.repeat(100));
    await level.close();
    const [name = ''] = (await readdir(join(directory, 'records'))).filter((file) => file.endsWith('.log'));
    const file = join(directory, 'records', name);
    await writeFile(file, harm(await readFile(file)));
    const notices: string[] = [];
    const { level: again } = await openDirectory(directory, (notice) =>
      notices.push(notice.replace(directory, 'DIRECTORY')),
    );
    onTestFinished(() => again.close());
    return [notices, await again.keys().all()];
  }

  it('cause a notice if their damaged file loses them', async () => {
    const [notices, keys] = await after((bytes) => bytes.fill(255, 180, 181));
    expect(notices).toEqual(['Some records in the directory DIRECTORY were damaged and are lost.']);
    expect(keys).toEqual(['a']);
  });

  it('cause no notice without damage, or if only the last write was unfinished', async () => {
    expect(await after((bytes) => bytes)).toEqual([[], ['a', 'b', 'c']]);
    expect(await after((bytes) => bytes.subarray(0, -20))).toEqual([[], ['a', 'b']]);
  });
});

describe('records', () => {
  it.each(['in memory', 'in a directory'])('are stored %s exactly, by kind and id', async (place) => {
    const store = place === 'in memory' ? createMemoryStore() : createLevelStore(await open(await temporaryFolder()));
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

  it('are on the disk when the write resolves', async () => {
    const level = await open(await temporaryFolder());
    const options: unknown[] = [];
    level.batch = (async (_: unknown, given: unknown) => void options.push(given)) as typeof level.batch;
    await createLevelStore(level).write([{ kind: 'database', id: 'a', record: {} }]);
    expect(options).toEqual([{ sync: true }]);
  });
});
