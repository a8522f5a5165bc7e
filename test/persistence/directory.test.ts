import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ClassicLevel } from 'classic-level';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FleetError } from '../../src/core/shared/fleet-error.js';
import type { DirectoryEngine } from '../../src/persistence/directory/directory-engine.js';
import { openDirectoryEngine } from '../../src/persistence/directory/open-directory-engine.js';
import { seal } from '../../src/persistence/directory/sealed-values.js';
import { buildWorker } from '../support/build-worker.js';
import { describeEngine } from './engine-contract.js';
import { memoryFolder } from './memory-folder.js';
import { readDirectory } from './read-directory.js';

const FIXTURE = fileURLToPath(new URL('fixtures/directory-format-1', import.meta.url));

describeEngine('in a directory', async () => {
  const directory = join(await memoryFolder(), 'some', 'where');
  return { open: () => openDirectoryEngine(directory) };
});

async function open(directory: string): Promise<DirectoryEngine> {
  const engine = await openDirectoryEngine(directory);
  onTestFinished(() => engine.close());
  return engine;
}

/** The code and the message of a refusal. */
async function refusal(directory: string): Promise<readonly [string, string]> {
  const error: unknown = await openDirectoryEngine(directory).then(
    (engine) => engine.close(),
    (reason: unknown) => reason,
  );
  if (!(error instanceof FleetError)) throw new Error('the directory was opened', { cause: error });
  return [error.code, error.message.replaceAll(directory, 'DIRECTORY')];
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

  it.each<[string, (directory: string, parent: string) => Promise<string>]>([
    ['its own path', async (directory) => directory],
    ['a relative path', async (directory) => relative(process.cwd(), directory)],
    ['a path with . and ..', async (_, parent) => `${parent}/./store/../store/`],
    [
      'a symbolic link',
      async (directory, parent) => {
        await symlink(directory, join(parent, 'link'));
        return join(parent, 'link');
      },
    ],
  ])('is refused to a second store of the process under %s', async (_, nameOf) => {
    const parent = await memoryFolder();
    const directory = join(parent, 'store');
    await open(directory);
    expect(await refusal(await nameOf(directory, parent))).toEqual(IN_USE);
  });

  it('stays locked against other processes after a refusal, and is free after a close', async () => {
    const directory = await memoryFolder();
    const engine = await open(directory);
    expect(await refusal(directory)).toEqual(IN_USE);
    const worker = await buildWorker('test/persistence/open-directory-worker.ts');
    const elsewhere = async (): Promise<string> =>
      (await promisify(execFile)(process.execPath, [worker, directory])).stdout;
    expect(await elsewhere()).toBe('in-use\n');
    await engine.close();
    expect(await elsewhere()).toBe('opened\n');
    expect((await readDirectory(directory)).losses).toEqual([]);
  });

  it('is opened by one of several concurrent calls', async () => {
    const directory = join(await memoryFolder(), 'some', 'where');
    const results = await Promise.allSettled([1, 2, 3].map(() => open(directory)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

describe('a batch', () => {
  it('is synced to the disk before its write resolves', async () => {
    const directory = await memoryFolder();
    const level = new ClassicLevel(join(directory, 'level'));
    await level.open();
    const batches = Object.getPrototypeOf(Object.getPrototypeOf(level.batch())) as ReturnType<typeof level.batch>;
    await level.close();
    const engine = await open(join(directory, 'store'));
    const write = vi.spyOn(batches, 'write');
    onTestFinished(() => write.mockRestore());
    await engine.write([{ key: 'a', text: '1' }]);
    // Once for each copy.
    expect(write.mock.calls).toEqual([[{ sync: true }], [{ sync: true }]]);
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
    await mkdir(join(directory, 'a'));
    await writeFile(join(directory, 'a', 'photo.jpg'), 'text');
    expect(await refusal(directory)).toEqual([
      'storage',
      cannotBeUsed('it holds other files; choose an empty directory'),
    ]);
    expect(await readdir(directory, { recursive: true })).toEqual(['a', 'a/photo.jpg']);
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

describe.skipIf(process.platform === 'win32')('a named pipe in a directory', () => {
  it.each(['STORE', 'a/CURRENT', 'lock/LOG'])('as %s is refused, and is not waited for', async (path) => {
    const directory = await memoryFolder();
    await (await openDirectoryEngine(directory)).close();
    await rm(join(directory, path), { force: true });
    await promisify(execFile)('mkfifo', [join(directory, path)]);
    const problem = `${JSON.stringify(path)} is neither a file nor a folder; remove it, or choose another directory`;
    expect(await refusal(directory)).toEqual(['storage', cannotBeUsed(problem)]);
  });
});

describe('the format of a directory', () => {
  it('is read as the version that wrote the fixture left it', async () => {
    const directory = join(await memoryFolder(), 'store');
    await cp(FIXTURE, directory, { recursive: true });
    expect(await readDirectory(directory)).toEqual({
      values: new Map([
        ['known:db-1', '{"added":true}'],
        ['record:database:db-1', '{"database_id":"db-1","name":"ä \u{1f680}","limit":9007199254740993}'],
        ['record:database:"odd\\key', '[]'],
      ]),
      losses: [],
    });
  });

  it('is refused if a newer version wrote it, and stays unchanged', async () => {
    const directory = join(await memoryFolder(), 'store');
    await cp(FIXTURE, directory, { recursive: true });
    const text = seal('STORE', JSON.stringify({ format: 2, more: [] }));
    await writeFile(join(directory, 'STORE'), text);
    const names = await readdir(join(directory, 'a'));
    const problem =
      'a newer version of fleetglass has written it (format 2; this version reads up to 1); update fleetglass';
    expect(await refusal(directory)).toEqual(['storage', cannotBeUsed(problem)]);
    expect(await readdir(join(directory, 'a'))).toEqual(names);
  });
});

describe.skipIf(process.platform === 'win32')('the permissions of a directory', () => {
  it('are for this user alone, also if they were open', async () => {
    const directory = join(await memoryFolder(), 'some', 'store');
    await (await open(directory)).close();
    expect(await modeOf(join(directory, '..'))).toBe('700');
    const folders = ['.', 'a', 'b', 'lock'];
    for (const name of folders) await chmod(join(directory, name), 0o755);
    await chmod(join(directory, 'a', 'CURRENT'), 0o644);
    await readDirectory(directory);
    for (const name of folders) expect(await modeOf(join(directory, name)), name).toBe('700');
    for (const name of ['STORE', 'a/CURRENT']) expect(await modeOf(join(directory, name)), name).toBe('600');
  });
});

describe('a directory that disappears while it is open', () => {
  it.each<[string, (directory: string) => Promise<unknown>]>([
    ['removed', (directory) => rm(directory, { recursive: true })],
    ['moved', (directory) => rename(directory, `${directory}-moved`)],
    ['without copy a', (directory) => rm(join(directory, 'a'), { recursive: true })],
    [
      'replaced by an empty one',
      async (directory) => {
        await rm(directory, { recursive: true });
        await mkdir(directory);
      },
    ],
    [
      'emptied',
      async (directory) => {
        for (const name of await readdir(directory)) await rm(join(directory, name), { recursive: true });
      },
    ],
  ])('(%s) fails writes with `gone`', async (_, harm) => {
    const directory = join(await memoryFolder(), 'store');
    const engine = await open(directory);
    await engine.write([{ key: 'a', text: '1' }]);
    await harm(directory);
    for (const text of ['2', '3']) {
      await expect(engine.write([{ key: 'a', text }])).rejects.toMatchObject({
        name: 'StorageFailure',
        reason: 'gone',
        message: expect.stringContaining(`The directory ${directory} was removed, moved or replaced`),
      });
    }
    await expect(engine.checkPresence()).rejects.toMatchObject({ reason: 'gone' });
    await engine.close();
  });

  it('is used again after it is restored', async () => {
    const directory = join(await memoryFolder(), 'store');
    const engine = await open(directory);
    await rename(directory, `${directory}-moved`);
    await expect(engine.write([{ key: 'a', text: '1' }])).rejects.toMatchObject({ reason: 'gone' });
    await rename(`${directory}-moved`, directory);
    await engine.write([{ key: 'b', text: '2' }]);
    await engine.close();
    expect(await readDirectory(directory)).toEqual({ values: new Map([['b', '2']]), losses: [] });
  });
});
