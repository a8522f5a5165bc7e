import { cp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDirectoryEngine } from '../../src/persistence/directory/directory-engine.js';
import { NO_FACTS, readStoreFile, writeStoreFile } from '../../src/persistence/directory/store-file.js';
import type { EngineLoss, StoredWrite } from '../../src/persistence/engine.js';
import { scaled } from '../support/scale.js';
import { createSeededRandom } from '../support/seeded-random.js';
import { makeMemoryFolder } from './memory-folder.js';
import { readDirectory } from './read-directory.js';

const FLIPS = scaled({ short: 24, long: 1000 });
const CUTS_PER_FILE = scaled({ short: 1, long: 20 });
const DOUBLE_FLIPS = scaled({ short: 6, long: 1000 });
const DOUBLE_CUTS = scaled({ short: 4, long: 200 });
const TIMEOUT = { timeout: scaled({ short: 60_000, long: 900_000 }) };
const JOURNALS = ['journal-a.jsonl', 'journal-b.jsonl'] as const;

const random = createSeededRandom(2);
const below = (limit: number): number => Math.floor(random() * limit);

/** The values of the undamaged store. */
const expected = new Map<string, string>();
const folder = await makeMemoryFolder();
afterAll(() => rm(folder, { recursive: true, force: true }));
// Several openings leave tables and logs, which break in different ways. Old versions of values stay in the tables.
for (let opening = 0; opening < 3; opening++) {
  const engine = await openDirectoryEngine(join(folder, 'store'), { hasCache: true });
  for (let number = opening * 15; number < opening * 15 + 15; number++) {
    for (const kind of ['id', 'record'] as const) {
      const writes = makeBatch(number, kind);
      await engine.write(writes);
      for (const { key, text } of writes) {
        if (text === undefined) expected.delete(key);
        else expected.set(key, text);
      }
    }
  }
  await engine.close();
}
const files = await listFiles(join(folder, 'store'));

/** A batch of puts and deletes. */
function makeBatch(number: number, kind: 'id' | 'record'): readonly StoredWrite[] {
  return Array.from({ length: 1 + below(8) }, () => {
    const key = `${kind}/${below(60)}`;
    if (random() < 0.2) return { key };
    return { key, text: JSON.stringify({ key, number, filler: 'x'.repeat(below(300)), value: random() }) };
  });
}

async function listFiles(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return paths
    .filter((_, at) => (sizes[at] ?? 0) > 0)
    .map((path) => path.slice(directory.length + 1))
    .toSorted();
}

/** Runs with a duplicate of the store. Half of them are as after a process that was killed before its first write. */
async function withDuplicate<T>(run: (directory: string) => Promise<T>): Promise<T> {
  const directory = join(folder, 'duplicate');
  await cp(join(folder, 'store'), directory, { recursive: true });
  const facts = await readStoreFile(directory);
  await writeStoreFile(directory, { ...NO_FACTS, ...facts, isClosed: below(2) === 0 });
  try {
    return await run(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Flips a random bit. @returns the number of the line that has it. */
async function flipBit(file: string): Promise<number> {
  const content = await readFile(file);
  const position = below(content.length);
  content[position] = (content[position] ?? 0) ^ (1 << below(8));
  const line = content.subarray(0, position).filter((byte) => byte === 0x0a).length;
  const handle = await open(file, 'r+');
  await handle.write(content, position, 1, position);
  await handle.close();
  return line;
}

async function cut(file: string): Promise<void> {
  await truncate(file, below((await stat(file)).size));
}

const isRepaired = ({ repaired }: EngineLoss): boolean => repaired === true;
const isKept = ([key]: readonly [string, string]): boolean => !key.startsWith('record');
const ids = (values: Iterable<readonly [string, string]>): Map<string, string> => new Map([...values].filter(isKept));

/**
 * Damages a duplicate. Expects all ids, and all records or none. A loss of records is reported, and the next opening finds no
 * damage.
 */
async function expectIdsSurvive(what: string, harm: (directory: string) => Promise<unknown>): Promise<void> {
  await withDuplicate(async (directory) => {
    await harm(directory);
    const { values, losses } = await readDirectory(directory);
    expect(ids(values), what).toEqual(ids(expected));
    const lost = losses.filter((loss) => !isRepaired(loss));
    expect(values, what).toEqual(lost.length === 0 ? expected : ids(expected));
    const again = await readDirectory(directory);
    expect(again, what).toEqual({ values, losses: [] });
  });
}

describe('damage of one file costs no id, and is reported', () => {
  it('when a bit flips', TIMEOUT, async () => {
    for (let flip = 0; flip < FLIPS; flip++) {
      const file = files[flip % files.length] ?? '';
      await expectIdsSurvive(`flip ${flip} in ${file}`, (directory) => flipBit(join(directory, file)));
    }
  });

  it('when a file is cut or removed', TIMEOUT, async () => {
    for (const file of files) {
      for (let at = 0; at < CUTS_PER_FILE; at++)
        await expectIdsSurvive(`cut ${at} of ${file}`, (directory) => cut(join(directory, file)));
      await expectIdsSurvive(`without ${file}`, (directory) => rm(join(directory, file)));
    }
  });
});

describe('a damaged cache', () => {
  const isDamaged = expect.stringContaining('the database that held them is damaged') as string;
  const tableOf = (directory: string): string =>
    join(directory, files.find((file) => file.startsWith('cache/') && file.endsWith('.ldb')) ?? '');

  it('is set aside, with the number of its values, and the store continues without it', async () => {
    await withDuplicate(async (directory) => {
      await writeFile(tableOf(directory), Buffer.alloc((await stat(tableOf(directory))).size, 0x5a));
      const { values, losses } = await readDirectory(directory);
      expect(values).toEqual(ids(expected));
      expect(losses).toMatchObject([{ message: isDamaged }]);
      expect((await readdir(directory)).filter((name) => /^damaged-.*-cache$/.test(name))).toHaveLength(1);
      const engine = await openDirectoryEngine(directory, { hasCache: true });
      await engine.write([{ key: 'record/new', text: '1' }]);
      await engine.close();
      expect((await readDirectory(directory)).values.get('record/new')).toBe('1');
    });
  });

  it('is noticed if a table was damaged while the store was open', async () => {
    await withDuplicate(async (directory) => {
      const engine = await openDirectoryEngine(directory, { hasCache: true });
      await flipBit(tableOf(directory));
      await engine.close();
      expect((await readDirectory(directory)).losses).toMatchObject([{ message: isDamaged }]);
    });
  });

  it('is not reported because of tables that an interrupted compaction has left', async () => {
    await withDuplicate(async (directory) => {
      const engine = await openDirectoryEngine(directory, { hasCache: true });
      await engine.write([{ key: 'record/new', text: '1' }]);
      const numbers = (await readdir(join(directory, 'cache'))).map((name) => Number(/\d+/.exec(name)?.[0] ?? 0));
      const last = Math.max(...numbers);
      for (let number = last + 1; number < last + 6; number++)
        await writeFile(join(directory, 'cache', `${String(number).padStart(6, '0')}.ldb`), 'a part of a table');
      await engine.close();
      // The first opening gives their names to new tables.
      for (let opening = 0; opening < 2; opening++) {
        const { values, losses } = await readDirectory(directory);
        expect([values.get('record/new'), losses]).toEqual(['1', []]);
      }
    });
  });

  it.each([
    ['a kill', false, { count: 100 }],
    ['a close', true, {}],
  ])('is noticed after %s if its manifest no longer lists a table', async (_, isClosed, facts) => {
    const [directory, image] = [join(folder, `growing-${isClosed}`), join(folder, `image-${isClosed}`)];
    const engine = await openDirectoryEngine(directory, { hasCache: true });
    const text = JSON.stringify('x'.repeat(100_000));
    // LevelDB writes a table for every 4 MiB of its log, and appends the number of the table to the manifest.
    for (let number = 0; number < 100; number++) await engine.write([{ key: `record/${number}`, text }]);
    if (isClosed) await engine.close();
    await cp(directory, image, { recursive: true });
    await engine.close();
    const manifest = join(image, (await listFiles(image)).find((file) => file.includes('MANIFEST')) ?? '');
    await truncate(manifest, (await stat(manifest)).size - 1);
    expect((await readDirectory(image)).losses).toMatchObject([{ message: isDamaged, ...facts }]);
  });

  it('is noticed if it is older than it was at the last close', async () => {
    await withDuplicate(async (directory) => {
      const older = join(folder, 'older');
      await cp(join(directory, 'cache'), older, { recursive: true });
      const engine = await openDirectoryEngine(directory, { hasCache: true });
      await engine.write([{ key: 'record/new', text: '1' }]);
      await engine.close();
      await rm(join(directory, 'cache'), { recursive: true });
      await cp(older, join(directory, 'cache'), { recursive: true });
      expect((await readDirectory(directory)).losses).toMatchObject([{ count: expect.any(Number) as number }]);
    });
  });
});

describe('damage of both files of the journal', () => {
  it('costs at most the lines that are damaged in both', TIMEOUT, async () => {
    for (let flip = 0; flip < DOUBLE_FLIPS; flip++) {
      await withDuplicate(async (directory) => {
        const lines = [];
        for (const name of JOURNALS) lines.push(await flipBit(join(directory, name)));
        const { values, losses } = await readDirectory(directory);
        const what = `flip ${flip} in lines ${lines.join(' and ')}`;
        // A flipped line feed damages the next line too.
        const isShared = Math.abs((lines[0] ?? 0) - (lines[1] ?? 0)) <= 1;
        const lost = losses.filter((loss) => !isRepaired(loss));
        if (!isShared) expect([values, lost], what).toEqual([expected, []]);
        const differing = [...new Set([...expected.keys(), ...values.keys()])].filter(
          (key) => expected.get(key) !== values.get(key),
        );
        expect(differing.length, what).toBeLessThanOrEqual(2);
        if (differing.length > 0) expect(lost, what).toEqual([expect.objectContaining({ count: expect.any(Number) })]);
      });
    }
  });

  it('is reported with the number of lines, and keeps the damaged files', async () => {
    await withDuplicate(async (directory) => {
      for (const name of JOURNALS) {
        const lines = (await readFile(join(directory, name), 'utf8')).split('\n');
        lines[5] = 'x';
        await writeFile(join(directory, name), lines.join('\n'));
      }
      const { losses } = await readDirectory(directory);
      expect(losses).toEqual([{ message: expect.stringContaining('At least 1 of the last changes'), count: 1 }]);
      const kept = (await readdir(directory)).filter((name) => /^damaged-.*-journal-[ab]\.jsonl$/.test(name));
      expect(kept).toHaveLength(2);
    });
  });

  it('is reported if both are cut', TIMEOUT, async () => {
    for (let at = 0; at < DOUBLE_CUTS; at++) {
      await withDuplicate(async (directory) => {
        for (const name of JOURNALS) await cut(join(directory, name));
        const { losses } = await readDirectory(directory);
        expect(losses).toContainEqual(expect.objectContaining({ count: expect.any(Number) as number }));
        expect((await readDirectory(directory)).losses).toEqual([]);
      });
    }
  });

  it('is refused if both are missing', async () => {
    await withDuplicate(async (directory) => {
      for (const name of JOURNALS) await rm(join(directory, name));
      await expect(readDirectory(directory)).rejects.toThrow('both files of its journal are missing');
    });
  });
});
