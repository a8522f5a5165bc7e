import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDirectoryEngine } from '../../src/persistence/directory/directory-engine.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { openService } from './opened-service.js';

function make(directory: string) {
  const opened = openService({ directory, lifecycle: { creatingMs: 3_600_000 } });
  return { ...opened, read: (id: string) => opened.ask(`/v2/redis/database/${id}`) };
}

async function outcome(directory: string): Promise<string> {
  const { service } = make(directory);
  const printed = await service.listen().then(
    () => 'opened',
    ({ message }: Error) => message.replace(directory, 'DIRECTORY'),
  );
  await service.close();
  return printed;
}

const IN_USE =
  'The directory DIRECTORY cannot be used: another process or store uses it; close that one first, or choose another directory.';

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

describe('a directory in use', () => {
  it('is refused to a second service of the process, also if only its records are shared', async () => {
    const parent = await temporaryFolder();
    const directory = join(parent, 'fleet');
    await make(directory).service.listen();
    expect(await outcome(directory)).toBe(IN_USE);
    await mkdir(join(parent, 'other'), { mode: 0o700 });
    await symlink(join(directory, 'records'), join(parent, 'other', 'records'));
    expect(await outcome(join(parent, 'other'))).toBe(IN_USE);
  });

  it('is released after a close and after a failed opening', async () => {
    const directory = await temporaryFolder();
    await mkdir(join(directory, 'records'));
    await writeFile(join(directory, 'records', 'CURRENT'), 'garbage');
    const damaged =
      'The directory DIRECTORY cannot be used: it holds "CURRENT", which is no part of a store; choose an empty directory.';
    expect(await outcome(directory)).toBe(damaged);
    expect(await outcome(directory)).toBe(damaged);
    await rm(join(directory, 'records', 'CURRENT'));
    expect(await outcome(directory)).toBe('opened');
    expect(await outcome(directory)).toBe('opened');
  });
});

describe.skipIf(process.platform === 'win32')('a directory that other users can open', () => {
  it('gets restricted permissions, as do its records', async () => {
    const directory = await temporaryFolder();
    const records = join(directory, 'records');
    const first = make(directory);
    await first.create();
    await first.service.close();
    await mkdir(join(directory, 'redis'));
    const names = await readdir(records);
    for (const path of [directory, records, join(directory, 'redis')]) await chmod(path, 0o755);
    for (const name of names) if (!['lock', 'cache'].includes(name)) await chmod(join(records, name), 0o644);

    await make(directory).service.listen();
    expect([await modeOf(directory), await modeOf(records), await modeOf(join(directory, 'redis'))]).toEqual([
      '700',
      '700',
      '700',
    ]);
    for (const name of ['STORE', 'journal-a.jsonl']) expect(await modeOf(join(records, name))).toBe('600');
  });
});

describe('a directory that is removed while the service runs', () => {
  it('causes 500 for creates, with notices', async () => {
    const directory = join(await temporaryFolder(), 'fleet');
    const { create, notices } = make(directory);
    expect((await create()).status).toBe(200);
    await rm(directory, { recursive: true });
    const answer = await create();
    expect([answer.status, await answer.json()]).toEqual([500, { error: 'the service failed' }]);
    expect(notices).toEqual([expect.stringContaining(`${directory}/records was removed, moved or replaced`)]);
  });
});

async function put(directory: string, key: string, text: string): Promise<void> {
  const engine = await openDirectoryEngine(join(directory, 'records'));
  await engine.write([{ key, text }]);
  await engine.close();
}

describe('a damaged directory', () => {
  /** A directory with a database, and the id of the database. */
  async function makeDirectory(): Promise<readonly [directory: string, id: string]> {
    const directory = join(await temporaryFolder(), 'fleet');
    const { service, create } = make(directory);
    const { database_id: id } = (await (await create()).json()) as { database_id: string };
    await service.close();
    return [directory, id];
  }

  it('is repaired from the other file of its journal, with a notice', async () => {
    const [directory, id] = await makeDirectory();
    await rm(join(directory, 'records', 'journal-a.jsonl'));
    const { read, notices } = make(directory);
    expect((await read(id)).status).toBe(200);
    expect(notices).toEqual([expect.stringContaining('A file of the journal was damaged or missing')]);
  });

  it('serves what both files have not lost, with a notice of the rest', async () => {
    const [directory, id] = await makeDirectory();
    await put(directory, 'database:lost', '{"password":"canary-secret"}');
    await put(directory, 'index:other', '{}');
    for (const name of ['journal-a.jsonl', 'journal-b.jsonl']) {
      const path = join(directory, 'records', name);
      await writeFile(path, (await readFile(path, 'utf8')).replace('canary', 'damage'));
    }
    const { read, notices } = make(directory);
    expect([(await read(id)).status, (await read('lost')).status]).toEqual([200, 404]);
    expect(notices).toEqual([expect.stringContaining('At least 1 of the last changes')]);
  });
});

describe('a directory that other users can open', () => {
  it('is refused with other files in it, and stays unchanged', async () => {
    const directory = await temporaryFolder();
    await writeFile(join(directory, 'notes.txt'), '');
    await chmod(directory, 0o775);
    expect(await outcome(directory)).toBe(
      'The directory DIRECTORY cannot be used: other users of this machine can open it, and it holds other files; ' +
        'choose a directory for fleetglass alone, or run chmod 700.',
    );
    expect([(await stat(directory)).mode & 0o777, await readdir(directory)]).toEqual([0o775, ['notes.txt']]);
    await chmod(directory, 0o700);
    expect(await outcome(directory)).toBe('opened');
  });
});

describe('a stored record that is damaged', () => {
  it.each(['{"password":"canary-secret"', '"canary-secret"', '{"password":"canary-secret","n":1e}'])(
    'is named, and never quoted: %j',
    async (text) => {
      const directory = await temporaryFolder();
      const { service } = make(directory);
      await service.listen();
      await service.close();
      await put(directory, 'index:a', text);

      const { service: again, notices, ask } = make(directory);
      const answer = await ask('/v2/vector/index');
      expect([answer.status, await answer.json()]).toEqual([500, { error: 'the service failed' }]);
      expect(notices).toEqual(['A request failed: the stored record index:a is damaged']);

      await again.close();
      await put(directory, 'database:b', text);
      expect(await outcome(directory)).toBe('the stored record database:b is damaged');
    },
  );
});
