import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildWorker } from '../support/build-worker.js';
import { execute, succeeds } from '../support/execute.js';
import { smallDisk } from '../support/small-disk.js';
import { memoryFolder } from './memory-folder.js';
import { readDirectory } from './read-directory.js';
import { openDirectoryEngine } from '../../src/persistence/directory/directory-engine.js';

/** A place that gets full, and how it gets room again. */
interface LimitedPlace {
  readonly directory: string;
  /** Precedes the command that writes there. */
  readonly command: readonly string[];
  makeRoom(pid: number): Promise<unknown>;
}

/** A disk of 3 MB, of which a file takes 2 MB. */
async function fullDisk(): Promise<LimitedPlace | undefined> {
  const disk = await smallDisk();
  await disk?.fill(2_000_000);
  return disk && { directory: join(disk.folder, 'store'), command: [], makeRoom: () => disk.makeRoom() };
}

/** A process that may write files of 200 kB. */
async function smallFiles(): Promise<LimitedPlace | undefined> {
  const directory = join(await memoryFolder(), 'store');
  if (!(await succeeds('prlimit', ['--version']))) return undefined;
  return {
    directory,
    command: ['prlimit', '--fsize=200000:unlimited'],
    makeRoom: (pid) => execute('prlimit', ['--pid', String(pid), '--fsize=unlimited']),
  };
}

/** Runs a test in each place that this machine can make. */
async function inPlace(
  name: string,
  make: () => Promise<LimitedPlace | undefined>,
  run: (place: LimitedPlace) => Promise<void>,
): Promise<void> {
  const place = await make();
  if (place !== undefined) return run(place);
  const message = `${name} cannot be made on this machine: a test of full disks cannot run`;
  if (process.env['CI'] !== undefined) throw new Error(message);
  console.warn(`${message}, and is skipped.`);
}

describe.each([
  ['a small disk', fullDisk],
  ['a limit of the size of files', smallFiles],
])('%s without room', (name, make) => {
  it.each(['id', 'record'])(
    'fails writes of a value `%s` with `full`, loses nothing, and saves again when there is room',
    (kind) =>
      inPlace(name, make, async ({ directory, command, makeRoom }) => {
        const worker = await buildWorker('test/persistence/fill-directory-worker.ts');
        const [program, ...parameters] = [...command, process.execPath, worker, directory, kind];
        const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
        onTestFinished(() => void child.kill('SIGKILL'));
        let printed = '';
        let room: Promise<unknown> | undefined;
        child.stdout.on('data', (chunk) => {
          printed += chunk;
          if (printed.split('full').length > 5) room ??= makeRoom(child.pid ?? 0);
        });
        expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
        await room;
        const lines = printed.trim().split('\n');
        expect(lines.filter((line) => !/^(saved|full) \d+$/.test(line))).toEqual([]);
        const saved = lines
          .filter((line) => line.startsWith('saved '))
          .map((line) => line.replace('saved ', `${kind}/`));
        const { values, losses } = await readDirectory(directory);
        expect([[...values.keys()].toSorted(), losses]).toEqual([saved.toSorted(), []]);
      }),
  );
});

it('a disk that is full at the start refuses a new directory, and keeps an old one as it is', () =>
  inPlace('a small disk', fullDisk, async ({ directory, makeRoom }) => {
    const engine = await openDirectoryEngine(directory, { hasCache: true });
    await engine.write([{ key: 'id/a', text: '1' }]);
    await engine.close();
    const rest = join(directory, '../rest');
    await writeFile(rest, Buffer.alloc(3_000_000)).catch(() => {});
    for (const path of [directory, join(directory, '../new')])
      await expect(openDirectoryEngine(path, { hasCache: true })).rejects.toMatchObject({
        code: 'storage',
        message: expect.stringContaining('there is no room on its disk') as string,
      });
    await rm(rest);
    await makeRoom(0);
    expect(await readDirectory(directory)).toEqual({ values: new Map([['id/a', '1']]), losses: [] });
  }));
