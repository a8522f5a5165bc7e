import { cp, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FleetError } from '../../src/core/shared/fleet-error.js';
import { openDirectory } from '../../src/persistence/directory/index.js';
import { openDirectoryEngine } from '../../src/persistence/directory/open-directory-engine.js';
import type { EngineLoss } from '../../src/persistence/engine.js';
import { createFleetUnderTest } from '../core/fleet/fleet-under-test.js';
import { scaled } from '../support/scale.js';
import { createSeededRandom } from '../support/seeded-random.js';
import { makeMemoryFolder } from './memory-folder.js';
import { applyBatch, batchOf } from './numbered-batches.js';
import { readDirectory } from './read-directory.js';
import { eventually } from '../support/eventually.js';

const FLIPS = scaled({ short: 60, long: 1000 });
const CUTS_PER_FILE = scaled({ short: 1, long: 20 });
const DOUBLE_FLIPS = scaled({ short: 30, long: 500 });
const TIMEOUT = { timeout: scaled({ short: 20_000, long: 600_000 }) };

const random = createSeededRandom(2);
const below = (limit: number): number => Math.floor(random() * limit);

/** The values of the undamaged store, and all texts that a key ever had. */
const expected = new Map<string, string>();
const history = new Set<string>();
let folder: string;
let files: readonly string[];

beforeAll(async () => {
  folder = await makeMemoryFolder();
  // Several openings leave tables and logs, which break in different ways. Old versions of values stay in the tables.
  for (let opening = 0; opening < 3; opening++) {
    const engine = await openDirectoryEngine(join(folder, 'store'));
    for (let number = opening * 15; number < opening * 15 + 15; number++) {
      const writes = batchOf(number);
      await engine.write(writes);
      applyBatch(expected, writes);
      for (const { key, text } of writes) history.add(`${key} ${text}`);
    }
    await engine.close();
  }
  files = await listFiles(join(folder, 'store'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function listFiles(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return paths
    .filter((_, at) => (sizes[at] ?? 0) > 0)
    .map((path) => path.slice(directory.length + 1))
    .toSorted();
}

/** Runs with a duplicate of the store. */
async function withDuplicate<T>(run: (directory: string) => Promise<T>): Promise<T> {
  const directory = join(folder, 'duplicate');
  await cp(join(folder, 'store'), directory, { recursive: true });
  try {
    return await run(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function flipBit(file: string): Promise<void> {
  const position = below((await stat(file)).size);
  const handle = await open(file, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, position);
  byte[0] = (byte[0] ?? 0) ^ (1 << below(8));
  await handle.write(byte, 0, 1, position);
  await handle.close();
}

async function cut(file: string): Promise<void> {
  await truncate(file, below((await stat(file)).size));
}

const isRepaired = ({ repaired }: EngineLoss): boolean => repaired === true;

/** Expects all values after damage of a duplicate, and no damage at the next opening. Returns the notices. */
async function expectNoLoss(what: string, harm: (directory: string) => Promise<void>): Promise<readonly EngineLoss[]> {
  return withDuplicate(async (directory) => {
    await harm(directory);
    const { values, losses } = await readDirectory(directory);
    expect([values, losses.filter((loss) => !isRepaired(loss))], what).toEqual([expected, []]);
    expect(await readDirectory(directory), what).toEqual({ values: expected, losses: [] });
    return losses;
  });
}

/** Expects that no value is wrong without a report after damage of both copies. */
async function expectNoSilentLoss(what: string, harm: (directory: string) => Promise<void>): Promise<void> {
  await withDuplicate(async (directory) => {
    await harm(directory);
    const { values, losses } = await readDirectory(directory).catch(async (error: unknown) => {
      expect(error, what).toBeInstanceOf(FleetError);
      expect(error, what).toMatchObject({ code: 'storage', message: expect.stringContaining('`salvage`') });
      return readDirectory(directory, { salvage: true });
    });
    for (const [key, text] of values) expect(history.has(`${key} ${text}`), `${what}: ${key}`).toBe(true);
    const lost = losses.filter((loss) => !isRepaired(loss));
    if (lost.some(({ key }) => key === undefined)) return;
    const reported = new Set(lost.map(({ key }) => key));
    for (const [key, text] of expected) if (!reported.has(key)) expect(values.get(key), `${what}: ${key}`).toBe(text);
    for (const key of values.keys()) expect(expected.has(key), `${what}: ${key}`).toBe(true);
  });
}

const inCopy = (name: string): readonly string[] => files.filter((file) => file.startsWith(`${name}/`));
const oneOf = (names: readonly string[]): string => names[below(names.length)] ?? '';

describe('damage of one copy costs no value', () => {
  it('when a bit flips', TIMEOUT, async () => {
    for (let flip = 0; flip < FLIPS; flip++) {
      const file = oneOf(files);
      await expectNoLoss(`flip ${flip} in ${file}`, (directory) => flipBit(join(directory, file)));
    }
  });

  it('when a file is cut or removed', TIMEOUT, async () => {
    for (const file of files) {
      for (let at = 0; at < CUTS_PER_FILE; at++)
        await expectNoLoss(`cut ${at} of ${file}`, (directory) => cut(join(directory, file)));
      await expectNoLoss(`without ${file}`, (directory) => rm(join(directory, file)));
    }
  });

  it.each(['a', 'b'])('when copy %s is removed, and reports the repair', async (name) => {
    const losses = await expectNoLoss(name, (directory) => rm(join(directory, name), { recursive: true }));
    expect(losses).toEqual([{ message: expect.stringContaining(`Copy ${name} of the data`), repaired: true }]);
  });

  it.each(['a', 'b'])('when all bits of a table in copy %s flip, and keeps the damaged copy', async (name) => {
    await withDuplicate(async (directory) => {
      const table = inCopy(name).find((file) => file.endsWith('.ldb')) ?? '';
      const handle = await open(join(directory, table), 'r+');
      const { size } = await handle.stat();
      await handle.write(Buffer.alloc(size, 0x5a), 0, size, 0);
      await handle.close();
      expect(await readDirectory(directory)).toEqual({
        values: expected,
        losses: [{ message: expect.stringContaining(`Copy ${name} of the data`), repaired: true }],
      });
      const names = await readdir(directory);
      const kept = names.filter((entry) => entry.startsWith('damaged-') && entry.endsWith(`-${name}`));
      expect(kept).toHaveLength(1);
      expect(await readDirectory(directory)).toEqual({ values: expected, losses: [] });
    });
  });
});

describe('a fleet', () => {
  it('shows that the second copy was removed while the store was closed, without a write', async () => {
    await withDuplicate(async (directory) => {
      await rm(join(directory, 'b'), { recursive: true });
      await using store = await openDirectory(directory);
      const { fleet } = createFleetUnderTest({ persistence: store });
      await fleet.ready;
      await eventually(() => expect(fleet.storage.value.state).toBe('damaged'));
      expect(fleet.storage.value.lost).toMatchObject([
        { kind: 'unknown', message: expect.stringContaining('Copy b of the data'), repaired: true },
      ]);
      fleet.dispose();
    });
  });
});

describe('a table that a process left unfinished', () => {
  it('is removed, and is no damage', async () => {
    await withDuplicate(async (directory) => {
      const table = inCopy('a').find((file) => file.endsWith('.ldb')) ?? '';
      const unfinished = [join(directory, 'a/999999.ldb'), join(directory, 'b/999999.ldb')];
      for (const file of unfinished) {
        await cp(join(directory, table), file);
        await truncate(file, 100);
      }
      expect(await readDirectory(directory)).toEqual({ values: expected, losses: [] });
      const left = await listFiles(directory);
      expect(left.filter((file) => file.includes('999999') || file.includes('damaged'))).toEqual([]);
    });
  });
});

describe('damage of both copies is reported', () => {
  it('when bits flip', TIMEOUT, async () => {
    for (let flip = 0; flip < DOUBLE_FLIPS; flip++) {
      const [first, second] = [oneOf(inCopy('a')), oneOf(inCopy('b'))];
      await expectNoSilentLoss(`flip ${flip} in ${first} and ${second}`, async (directory) => {
        await flipBit(join(directory, first));
        await flipBit(join(directory, second));
      });
    }
  });

  it('when the same file of both is cut', TIMEOUT, async () => {
    for (const file of inCopy('a')) {
      const other = file.replace('a/', 'b/');
      if (!files.includes(other)) continue;
      await expectNoSilentLoss(`cut of ${file} and ${other}`, async (directory) => {
        await cut(join(directory, file));
        await cut(join(directory, other));
      });
    }
  });

  it('when the newest log of both is removed after a close', async () => {
    await withDuplicate(async (directory) => {
      for (const file of files.filter((name) => /^[ab]\/\d+\.log$/.test(name)))
        await truncate(join(directory, file), 0);
      const { losses } = await readDirectory(directory);
      expect(losses).toEqual([{ message: expect.stringContaining('The newest changes are lost') }]);
      expect((await readDirectory(directory)).losses).toEqual([]);
    });
  });

  it('with the place of the damaged files', TIMEOUT, async () => {
    await withDuplicate(async (directory) => {
      for (const file of files.filter((name) => /^[ab]\/\d+\.(?:ldb|log)$/.test(name)))
        await cut(join(directory, file));
      const { losses } = await readDirectory(directory);
      expect(losses).toContainEqual({
        message: expect.stringContaining('The damaged files are kept beside the data.'),
      });
      const kept = (await readdir(directory)).filter((name) => name.startsWith('damaged-'));
      expect(kept).toHaveLength(2);
    });
  });

  it('when both are removed, by a refusal', async () => {
    await withDuplicate(async (directory) => {
      for (const name of ['a', 'b']) await rm(join(directory, name), { recursive: true });
      await expect(readDirectory(directory)).rejects.toThrow('both copies of its data are missing');
    });
  });

  it('when neither opens, by a refusal that changes nothing', async () => {
    await withDuplicate(async (directory) => {
      for (const name of ['a', 'b']) await rm(join(directory, name, 'CURRENT'));
      await expect(readDirectory(directory)).rejects.toThrow('neither copy of it opens');
      const { values, losses } = await readDirectory(directory, { salvage: true });
      expect(values).toEqual(expected);
      expect(losses.every(isRepaired)).toBe(true);
      expect(await readDirectory(directory)).toEqual({ values: expected, losses: [] });
    });
  });
});
