import {
  appendFile,
  chmod,
  copyFile,
  mkdir,
  open as openFile,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { join, relative } from 'node:path';
import { crc32 } from 'node:zlib';
import { ClassicLevel } from 'classic-level';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { transitionsOf, upsertDatabase } from '../../src/index.js';
import { openDirectoryEngine, type DirectoryEngine } from '../../src/persistence/directory/directory-engine.js';
import { createFullEngine } from '../../src/persistence/directory/full-engine.js';
import { openDirectory } from '../../src/persistence/directory/index.js';
import { formatLine } from '../../src/persistence/directory/journal-lines.js';
import { createStore } from '../../src/persistence/store.js';
import { createFleetUnderTest, quick } from '../core/fleet/fleet-under-test.js';
import { databaseOf } from '../core/fleet/scripted-service.js';
import { buildWorker } from '../support/build-worker.js';
import { eventually } from '../support/eventually.js';
import { execute } from '../support/execute.js';
import { failureOf } from '../support/failure-of.js';
import { createGate } from '../support/gate.js';
import { describeEngine } from './engine-contract.js';
import { memoryFolder } from './memory-folder.js';
import { readDirectory } from './read-directory.js';

afterEach(() => vi.restoreAllMocks());

describeEngine('in a directory', async () => {
  const directory = join(await memoryFolder(), 'some', 'where');
  return { open: () => openDirectoryEngine(directory, { hasCache: true }) };
});
describeEngine('in a directory without a cache', async () => {
  const directory = join(await memoryFolder(), 'some', 'where');
  return { open: () => openDirectoryEngine(directory) };
});

describe('the cache of a directory', () => {
  it('costs no id and no number of a transition if it cannot be read', async () => {
    const directory = await memoryFolder();
    const store = await openDirectory(directory);
    const open = () => {
      const { fleet, service } = createFleetUnderTest({ persistence: store, polling: quick });
      service.respond(() => undefined);
      const change = (states: readonly string[]): void =>
        states.forEach((state) => upsertDatabase(fleet, databaseOf('a', { state }) as never));
      return { fleet, change };
    };
    const first = open();
    first.fleet.databases.add(['a', 'b']);
    await first.fleet.ready;
    first.change(['active', 'suspended', 'active']);
    await first.fleet.flush();
    first.fleet.dispose();
    vi.spyOn(ClassicLevel.prototype, 'iterator').mockImplementation(() => {
      throw new Error('IO error: Too many open files');
    });
    const next = open();
    await next.fleet.ready;
    const message = `configure: The last records could not be read from the directory ${directory} (EMFILE). Close the store, and open it again.`;
    expect(next.fleet.storage.value).toMatchObject({ state: 'failed', error: { message } });
    expect(next.fleet.databases.tracked.value).toEqual(['a', 'b']);
    next.change(['active', 'suspended']);
    expect(transitionsOf(next.fleet).latest).toBe(3);
    next.fleet.dispose();
    await store.close();
  });

  it('is read when the writes before have ended, and does not disturb them', async () => {
    const engine = await open(await memoryFolder());
    const gate = createGate();
    const { batch } = ClassicLevel.prototype;
    const writes = vi.spyOn(ClassicLevel.prototype, 'batch').mockImplementationOnce(async function (
      this: ClassicLevel,
      ...given: unknown[]
    ) {
      await gate.opened;
      return batch.apply(this, given as never);
    } as never);
    const value = { key: 'record/a', text: '1' };
    const writing = engine.write([value]);
    await eventually(() => expect(writes).toHaveBeenCalled());
    const reading = engine.read(() => {}).next();
    gate.open();
    await writing;
    expect(await reading).toEqual({ done: false, value: [value] });
  });

  it('reports damage that is found when a full disk has room again', async () => {
    const directory = await memoryFolder();
    const engine = await open(directory);
    await engine.write([{ key: 'id/a', text: '{"place":1}' }]);
    await engine.close();
    await writeFile(join(directory, 'STORE'), '');
    const store = createStore(
      createFullEngine(directory, () => openDirectoryEngine(directory, { hasCache: true }), ''),
    );
    const { fleet } = createFleetUnderTest({ persistence: store, polling: quick });
    await fleet.ready;
    expect(fleet.storage.value.lost).toEqual([]);
    // Opens the directory, which has room now.
    fleet.databases.add('b');
    await fleet.flush();
    expect(fleet.storage.value.lost).toMatchObject([{ message: expect.stringContaining('STORE') as string }]);
    fleet.dispose();
    await store.close();
  });
});

async function open(directory: string): Promise<DirectoryEngine> {
  const engine = await openDirectoryEngine(directory, { hasCache: true });
  onTestFinished(() => engine.close());
  return engine;
}

/** The file handles of Node. */
async function fileHandles(): Promise<FileHandle> {
  const handle = await openFile(join(await memoryFolder(), 'file'), 'w');
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
}

/** The code and the message of a refusal. */
async function refusal(directory: string): Promise<readonly [string, string]> {
  const { code, message } = await failureOf(openDirectoryEngine(directory));
  return [code, message.replaceAll(directory, 'DIRECTORY')];
}

const cannotBeUsed = (problem: string): string => `configure: The directory DIRECTORY cannot be used: ${problem}.`;

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

describe('a directory in use', () => {
  const IN_USE = [
    'in-use',
    cannotBeUsed('another process or store uses it; close that one first, or choose another directory'),
  ];

  it('is refused to other stores and processes under each of its names, and is free after a close', async () => {
    const parent = await memoryFolder();
    const directory = join(parent, 'store');
    const engine = await open(directory);
    const link = join(parent, 'link');
    await symlink(directory, link);
    for (const name of [directory, relative(process.cwd(), directory), `${parent}/./store/../store/`, link])
      expect(await refusal(name)).toEqual(IN_USE);
    // A refusal does not end the lock.
    const worker = await buildWorker('test/persistence/open-directory-worker.ts');
    const elsewhere = async (): Promise<string> => (await execute(process.execPath, [worker, directory])).stdout;
    expect(await elsewhere()).toBe('in-use\n');
    await engine.close();
    expect(await elsewhere()).toBe('opened\n');
    expect((await readDirectory(directory)).losses).toEqual([]);
  });

  it('is opened by one of several concurrent calls', async () => {
    const directory = join(await memoryFolder(), 'some', 'where');
    const results = await Promise.allSettled([1, 2, 3].map(() => open(directory)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'in-use' });
  });

  it('is told apart from a directory whose file system has no locks', async () => {
    const prototype = ClassicLevel.prototype as unknown as { _open(): Promise<void> };
    const failure = new Error('IO error: lock /state/lock/LOCK: No locks available');
    vi.spyOn(prototype, '_open').mockRejectedValue(Object.assign(failure, { code: 'LEVEL_LOCKED' }));
    const problem = 'its file system has no locks; choose a directory on a local disk';
    expect(await refusal(await memoryFolder())).toEqual(['storage', cannotBeUsed(problem)]);
  });
});

describe('a write', () => {
  it('is synced to the first file before the second one is written, and then to the second one', async () => {
    const directory = await memoryFolder();
    const engine = await open(directory);
    const sizes: (readonly number[])[] = [];
    const sizeOf = async (name: string): Promise<number> => (await stat(join(directory, name))).size;
    const [before] = [await sizeOf('journal-a.jsonl')];
    const handles = await fileHandles();
    const { datasync } = handles;
    const sync = vi.spyOn(handles, 'datasync').mockImplementation(async function (this: FileHandle) {
      sizes.push([(await sizeOf('journal-a.jsonl')) - before, (await sizeOf('journal-b.jsonl')) - before]);
      await datasync.call(this);
    });
    await engine.write([{ key: 'id/a', text: '1' }]);
    const [[written = 0] = []] = sizes;
    expect(sizes).toEqual([
      [written, 0],
      [written, written],
    ]);
    sync.mockClear();
    await Promise.all([1, 2, 3].map((number) => engine.write([{ key: `id/${number}`, text: '1' }])));
    expect(sync).toHaveBeenCalledTimes(2);
  });

  it('that the second file refuses is taken back from the first one', async () => {
    const directory = await memoryFolder();
    const engine = await openDirectoryEngine(directory);
    await engine.write([{ key: 'id/a', text: '1' }]);
    const handles = await fileHandles();
    const { write } = handles;
    let writes = 0;
    vi.spyOn(handles, 'write').mockImplementation(async function (this: FileHandle, ...given: unknown[]) {
      if ((writes += 1) === 2) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return write.apply(this, given as never) as never;
    } as never);
    const refused = { name: 'StorageFailure', reason: 'full' };
    await expect(engine.write([{ key: 'id/b', text: '1' }])).rejects.toMatchObject(refused);
    expect([...engine.values.keys()]).toEqual(['id/a']);
    const [one, two] = await Promise.all(
      ['journal-a.jsonl', 'journal-b.jsonl'].map((name) => readFile(join(directory, name), 'utf8')),
    );
    expect([one, one?.includes('id/b')]).toEqual([two, false]);
    await engine.write([{ key: 'id/c', text: '1' }]);
    await engine.close();
    const { values, losses } = await readDirectory(directory);
    expect([[...values.keys()], losses]).toEqual([['id/a', 'id/c'], []]);
  });

  it('that stops halfway and cannot be taken back is cut off before the next one', async () => {
    const directory = await memoryFolder();
    const engine = await openDirectoryEngine(directory);
    await engine.write([{ key: 'id/a', text: '1' }]);
    const handles = await fileHandles();
    const { write } = handles;
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const halfWrite = async function (this: FileHandle, content: Buffer, from: number, length: number, at: number) {
      if (from > 0) throw full;
      return write.apply(this, [content, from, Math.floor(length / 2), at] as never);
    };
    vi.spyOn(handles, 'write').mockImplementation(halfWrite as never);
    vi.spyOn(handles, 'truncate').mockRejectedValue(full);
    const lines = ['id/b', 'id/c', 'id/d'].map((key) => ({ key, text: 'x'.repeat(200) }));
    await expect(engine.write(lines)).rejects.toMatchObject({ name: 'StorageFailure', reason: 'full' });
    vi.restoreAllMocks();
    const texts = (): Promise<string[]> =>
      Promise.all(['journal-a.jsonl', 'journal-b.jsonl'].map((name) => readFile(join(directory, name), 'utf8')));
    expect((await texts())[0]).toContain('id/c');
    // It is shorter than what the first file has of the refused lines.
    await engine.write([{ key: 'id/e', text: '1' }]);
    const [one, two] = await texts();
    expect([one, one?.includes('id/c')]).toEqual([two, false]);
    await engine.close();
    const { values, losses } = await readDirectory(directory);
    expect([[...values.keys()], losses]).toEqual([['id/a', 'id/e'], []]);
  });
});

describe('a journal that grows', () => {
  it('is written again with its live values, and keeps lines of unknown kinds', async () => {
    const directory = await memoryFolder();
    const engine = await openDirectoryEngine(directory);
    await engine.write([{ key: 'id/a', text: '1' }]);
    await engine.close();
    const unknown = formatLine({ generation: 1, line: 2, end: 2, ...{ wish: 'a kind of a newer version' } });
    for (const name of ['journal-a.jsonl', 'journal-b.jsonl']) await appendFile(join(directory, name), unknown);
    const again = await openDirectoryEngine(directory);
    const text = JSON.stringify('x'.repeat(100_000));
    for (let number = 0; number < 60; number++) await again.write([{ key: 'id/b', text }]);
    await again.close();
    const file = await readFile(join(directory, 'journal-a.jsonl'), 'utf8');
    expect(file.length).toBeLessThan(4_500_000);
    expect(file).toContain('"generation":2');
    expect(file).toContain('"wish":"a kind of a newer version"');
    const { values, losses } = await readDirectory(directory);
    expect([[...values.keys()], losses]).toEqual([['id/a', 'id/b'], []]);
  });

  it.each([
    ['before the first rename', [], false],
    ['between the renames', ['journal-a.jsonl'], false],
    ['between the renames, and the renamed file is cut', ['journal-a.jsonl'], true],
  ])('loses nothing if a process is killed %s', async (_, renamed, isCut) => {
    const directory = await memoryFolder();
    const engine = await openDirectoryEngine(directory);
    await engine.write([{ key: 'id/a', text: '1' }]);
    await engine.close();
    const header = formatLine({ generation: 2, line: 0, end: 0, format: 2 });
    const next = header + formatLine({ generation: 2, line: 1, end: 1, key: 'id/a', text: '1' });
    for (const name of ['journal-a.jsonl', 'journal-b.jsonl']) await writeFile(join(directory, `${name}.next`), next);
    for (const name of renamed) await rename(join(directory, `${name}.next`), join(directory, name));
    if (isCut) await truncate(join(directory, 'journal-a.jsonl'), header.length);
    const { values, losses } = await readDirectory(directory);
    expect(values).toEqual(new Map([['id/a', '1']]));
    expect(losses).toEqual(isCut ? [expect.objectContaining({ repaired: true })] : []);
    expect((await readdir(directory)).filter((name) => name.endsWith('.next'))).toEqual([]);
  });
});

describe('a directory that is no store', () => {
  it.each(['notes.txt', 'records', 'STORE.bak'])('with %s is refused, and stays unchanged', async (name) => {
    const directory = await memoryFolder();
    await writeFile(join(directory, name), 'text');
    await chmod(directory, 0o755);
    const problem = `it holds "${name}", which is no part of a store; choose an empty directory`;
    expect(await refusal(directory)).toEqual(['storage', cannotBeUsed(problem)]);
    expect([await readdir(directory), await modeOf(directory)]).toEqual([[name], '755']);
  });

  it.each([[], ['LOCK'], ['LOCK', 'LOG', '000001.dbtmp', 'MANIFEST-000001']])(
    'is used if a process was killed that had only begun its lock, with the files %j',
    async (...files) => {
      const path = await memoryFolder();
      await mkdir(join(path, 'lock'), { recursive: true });
      for (const file of files) await writeFile(join(path, 'lock', file), '');
      const engine = await openDirectoryEngine(path);
      onTestFinished(() => engine.close());
      expect(engine.losses).toEqual([]);
    },
  );

  it('with folders of the same names is refused, and stays unchanged', async () => {
    const directory = await memoryFolder();
    await mkdir(join(directory, 'cache'));
    await writeFile(join(directory, 'cache', 'photo.jpg'), 'text');
    expect(await refusal(directory)).toEqual([
      'storage',
      cannotBeUsed('it holds other files; choose an empty directory'),
    ]);
    expect(await readdir(directory, { recursive: true })).toEqual(['cache', 'cache/photo.jpg']);
  });

  it('is used with what file systems and desktops put into it', async () => {
    const directory = await memoryFolder();
    await mkdir(join(directory, 'lost+found'));
    await writeFile(join(directory, '.DS_Store'), '');
    await chmod(directory, 0o755);
    for (let opening = 0; opening < 2; opening++)
      expect(await readDirectory(directory)).toEqual({ values: new Map(), losses: [] });
  });

  it('is refused if it is a file, or in a file', async () => {
    const file = join(await memoryFolder(), 'file');
    await writeFile(file, '');
    for (const path of [file, join(file, 'deeper')])
      expect(await refusal(path)).toEqual(['storage', cannotBeUsed('it is not a directory')]);
  });

  it.runIf(process.platform === 'linux')('is refused at once if nothing can be created in it', async () => {
    expect(await refusal('/proc/nowhere/store')).toEqual(['storage', cannotBeUsed('it cannot be created')]);
  });
});

describe('the format of a directory', () => {
  const LINES = [
    '{"sum":"d1fe8ff6","generation":1,"line":0,"format":2}',
    '{"sum":"73cefca0","generation":1,"line":1,"end":2,"key":"id/db-1","text":"{\\"place\\":1}"}',
    '{"sum":"4dc68692","generation":1,"line":2,"key":"id/ä \u{1f680}","text":"9007199254740993"}',
    '{"sum":"3ebf550a","generation":1,"line":3,"key":"id/db-1"}',
  ];

  it('is lines of JSON, each with a number and a checksum', async () => {
    const directory = await memoryFolder();
    for (const name of ['journal-a.jsonl', 'journal-b.jsonl'])
      await writeFile(join(directory, name), LINES.map((line) => `${line}\n`).join(''));
    expect(await readDirectory(directory)).toEqual({
      values: new Map([['id/ä \u{1f680}', '9007199254740993']]),
      losses: [
        expect.objectContaining({ message: expect.stringContaining('The file STORE') as string, repaired: true }),
      ],
    });
  });

  it('of a newer version is refused, and stays unchanged', async () => {
    const directory = await memoryFolder();
    const problem =
      'a newer version of fleetglass has written it (format 3; this version reads format 2); update fleetglass';
    const text = JSON.stringify({ format: 3, more: [] });
    const sealed = crc32(text, crc32('STORE')).toString(16).padStart(8, '0') + text;
    await writeFile(join(directory, 'STORE'), sealed);
    expect(await refusal(directory)).toEqual(['storage', cannotBeUsed(problem)]);
    expect(await readFile(join(directory, 'STORE'), 'utf8')).toBe(sealed);
    // The journal contains it too, if STORE is lost.
    await rm(join(directory, 'STORE'));
    const header = formatLine({ generation: 1, line: 0, end: 0, format: 3 });
    await writeFile(join(directory, 'journal-b.jsonl'), header);
    expect(await refusal(directory)).toEqual(['storage', cannotBeUsed(problem)]);
    expect(await readFile(join(directory, 'journal-b.jsonl'), 'utf8')).toBe(header);
  });
});

it.skipIf(process.platform === 'win32')('the permissions are for this user alone, also if they were open', async () => {
  const directory = join(await memoryFolder(), 'some', 'store');
  await (await open(directory)).close();
  for (const name of ['STORE', 'journal-a.jsonl']) expect(await modeOf(join(directory, name)), name).toBe('600');
  await (await open(directory)).close();
  expect(await modeOf(join(directory, '..'))).toBe('700');
  const folders = ['.', 'cache', 'lock'];
  const files = ['STORE', 'journal-a.jsonl', 'cache/CURRENT'];
  for (const name of folders) await chmod(join(directory, name), 0o755);
  for (const name of files) await chmod(join(directory, name), 0o644);
  await readDirectory(directory);
  for (const name of folders) expect(await modeOf(join(directory, name)), name).toBe('700');
  for (const name of files) expect(await modeOf(join(directory, name)), name).toBe('600');
});

/** Replaces files as rsync does, which leaves the lock as it is. */
async function restoreBackup(directory: string): Promise<void> {
  for (const name of ['journal-a.jsonl', 'journal-b.jsonl']) {
    await copyFile(join(directory, name), join(directory, `${name}.next`));
    await rename(join(directory, `${name}.next`), join(directory, name));
  }
}

describe('a directory that disappears while it is open', () => {
  it.each<[string, (directory: string) => Promise<unknown>]>([
    ['removed', (directory) => rm(directory, { recursive: true })],
    ['without a file of its journal', (directory) => rm(join(directory, 'journal-b.jsonl'))],
    ['with the files of a backup', restoreBackup],
    [
      'replaced by an empty one',
      async (directory) => {
        await rm(directory, { recursive: true });
        await mkdir(directory);
      },
    ],
  ])('(%s) fails writes, and says so', async (_, harm) => {
    const directory = join(await memoryFolder(), 'store');
    const engine = await open(directory);
    await engine.write([{ key: 'id/a', text: '1' }]);
    await harm(directory);
    for (const text of ['2', '3']) {
      await expect(engine.write(['id/a', 'record/a'].map((key) => ({ key, text })))).rejects.toMatchObject({
        name: 'StorageFailure',
        reason: 'failed',
        message: expect.stringContaining(`The directory ${directory} was removed, moved or replaced`),
      });
    }
    await engine.close();
  });

  it('is used again after it is restored', async () => {
    const directory = join(await memoryFolder(), 'store');
    const engine = await open(directory);
    await rename(directory, `${directory}-moved`);
    await expect(engine.write([{ key: 'id/a', text: '1' }])).rejects.toThrow('was removed, moved or replaced');
    await rename(`${directory}-moved`, directory);
    await engine.write([{ key: 'id/b', text: '2' }]);
    await engine.close();
    expect(await readDirectory(directory)).toEqual({ values: new Map([['id/b', '2']]), losses: [] });
  });
});
