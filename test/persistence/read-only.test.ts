import { createDatabase, reportUsage, usageOf } from '../../src/index.js';
import { cp, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFleet } from '../../src/core/fleet/fleet.js';
import { openDirectory } from '../../src/persistence/directory/index.js';
import { openDirectoryEngine } from '../../src/persistence/directory/directory-engine.js';
import { openingProblem } from '../../src/persistence/directory/directory-failure.js';
import { openReadOnlyEngine } from '../../src/persistence/directory/read-only-engine.js';
import type { StoredValue } from '../../src/persistence/engine.js';
import { scaled } from '../support/scale.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const READ_ONLY = { readOnly: true };

/** A fleet with a store in a directory, until the test ends. */
async function openFleet(directory: string, options?: typeof READ_ONLY) {
  const store = await openDirectory(directory, options);
  onTestFinished(() => store.close());
  const fleet = createFleet({
    baseUrl: 'http://localhost',
    persistence: store,
    fetch: () => Promise.reject(new Error('a request')),
  });
  onTestFinished(() => fleet.dispose());
  fleet.polling.pause();
  await fleet.ready;
  return { fleet, store };
}

/** A directory to which a fleet has saved ids and the usage of `a`. The fleet uses it until `end`, or until the test ends. */
async function savedDirectory(...ids: readonly string[]) {
  const directory = await temporaryFolder();
  const { fleet, store } = await openFleet(directory);
  fleet.databases.add(ids);
  reportUsage(fleet, 'database', 'a', { db_max_clients: 7 });
  await fleet.flush();
  const end = (): Promise<void> => {
    fleet.dispose();
    return store.close();
  };
  return { directory, end };
}

/** The contents of all files of a folder, by path. */
async function contentsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/^LO(?:G|CK)/.test(entry.name));
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'base64')] as const)));
}

async function temporaryCopies(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => /^fleetglass-.{6}$/.test(name));
}

describe('openDirectory with readOnly', () => {
  it('reads what another fleet has saved while that fleet uses the directory, from a private copy', async () => {
    const { directory } = await savedDirectory('a', 'b');
    const before = await contentsOf(directory);
    const copies = new Set(await temporaryCopies());
    const { fleet, store } = await openFleet(directory, READ_ONLY);
    const [copy = ''] = (await temporaryCopies()).filter((name) => !copies.has(name));
    expect((await stat(join(tmpdir(), copy))).mode & 0o777).toBe(0o700);
    expect(fleet.databases.tracked.value).toEqual(['a', 'b']);
    expect(usageOf(fleet, 'database', 'a').value).toMatchObject({ db_max_clients: { used: 7 } });
    expect(fleet.storage.value.lost).toEqual([]);
    fleet.dispose();
    await store.close();
    expect(await contentsOf(directory)).toEqual(before);
    expect(await temporaryCopies()).not.toContain(copy);
  });

  it('refuses what it cannot keep: a flush of a new id, a create, and a deletion of everything', async () => {
    const { directory, end } = await savedDirectory();
    await end();
    const { fleet, store } = await openFleet(directory, READ_ONLY);
    await fleet.flush();
    expect(fleet.storage.value.state).toBe('ready');
    const request = { database_name: 'carts', platform: 'aws', primary_region: 'us-east-1' } as const;
    // The fetch of this fleet fails: a create that is sent has an unknown outcome.
    await expect(createDatabase(fleet, request)).rejects.toMatchObject({ code: 'storage' });
    fleet.databases.add('c');
    const error = { code: 'storage', message: expect.stringContaining('was opened with `readOnly`') as string };
    await expect(fleet.flush()).rejects.toMatchObject(error);
    expect(fleet.storage.value).toMatchObject({ state: 'failed', error });
    fleet.dispose();
    await expect(store.clear()).rejects.toMatchObject(error);
  });

  it('reads all values of one moment while another store writes without a pause', async () => {
    const directory = await temporaryFolder();
    const writer = await openDirectoryEngine(directory, { hasCache: true });
    let [written, isOver] = [0, false];
    const write = async (): Promise<void> => {
      while (!isOver) {
        const next = written + 1;
        // Each batch replaces all values. Large values make LevelDB change its files often.
        const text = JSON.stringify(`${next} ${'x'.repeat(20_000)}`);
        const keys = Array.from({ length: 40 }, (_, at) => `${at < 20 ? 'id' : 'record'}/${at}`);
        await writer.write(keys.map((key) => ({ key, text })));
        written = next;
      }
    };
    const writing = write();
    await expect.poll(() => written).toBeGreaterThan(5);
    for (let turn = 0; turn < scaled({ short: 2, long: 30 }); turn++) {
      const known = written;
      const reader = await openReadOnlyEngine(directory);
      const values: StoredValue[] = [];
      const losses: unknown[] = [];
      for await (const slice of reader.read((loss) => losses.push(loss))) values.push(...slice);
      await reader.close();
      expect(losses).toEqual([]);
      expect(values).toHaveLength(40);
      for (const kind of ['id', 'record']) {
        const ofKind = values.filter(({ key }) => key.startsWith(kind));
        const batches = new Set(ofKind.map(({ text }) => Number((JSON.parse(text) as string).split(' ')[0])));
        expect(batches.size).toBe(1);
        expect([...batches][0]).toBeGreaterThanOrEqual(known);
      }
    }
    isOver = true;
    await writing;
    await writer.close();
  });

  it('refuses a directory without a store, and writes nothing there', async () => {
    const directory = join(await temporaryFolder(), 'empty');
    await mkdir(directory);
    const message = 'it holds no store; choose the directory that a fleet was saved to';
    await expect(openDirectory(directory, READ_ONLY)).rejects.toMatchObject({
      code: 'storage',
      message: `configure: The directory ${directory} cannot be used: ${message}.`,
    });
    expect(await readdir(directory)).toEqual([]);
    const absent = openDirectory(join(directory, 'absent'), { readOnly: true });
    await expect(absent).rejects.toMatchObject({ code: 'storage' });
    expect(await readdir(directory)).toEqual([]);
  });

  it('says that the user has no permission for it, and where it cannot be copied to', async () => {
    const directory = await temporaryFolder();
    expect(openingProblem(directory, { code: 'EACCES' })).toContain('this user has no permission for it');
    await (await openDirectory(directory)).close();
    const absent = join(directory, 'absent');
    vi.stubEnv('TMPDIR', absent);
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(openDirectory(directory, READ_ONLY)).rejects.toThrow(`it cannot be copied to ${absent}, `);
  });

  it('copies a damaged store once, and reports the loss without the name of a file that only the copy has', async () => {
    const { directory, end } = await savedDirectory('a');
    await end();
    await rm(join(directory, 'cache', 'CURRENT'));

    using opened = vi.spyOn(ClassicLevel.prototype, 'open');
    const { fleet } = await openFleet(directory, READ_ONLY);
    // The lock of the copy, and an empty cache in place of the damaged one.
    const databases = new Set((opened.mock.contexts as ClassicLevel[]).map(({ location }) => location));
    expect(databases.size).toBe(2);
    const message =
      'The last records, transitions and reported usage are lost: the database that held them is damaged.';
    expect(fleet.storage.value.lost).toEqual([{ kind: 'unknown', message }]);
    expect((await readdir(directory)).filter((name) => name.startsWith('damaged-'))).toEqual([]);
  });

  it('reads the other file of a damaged journal', async () => {
    const { directory } = await savedDirectory('a');
    for (const name of ['journal-b.jsonl', 'journal-a.jsonl']) {
      const damaged = join(await temporaryFolder(), name);
      await cp(directory, damaged, { recursive: true });
      await rm(join(damaged, name));
      expect((await openFleet(damaged, READ_ONLY)).fleet.databases.tracked.value).toEqual(['a']);
    }
  });
});
