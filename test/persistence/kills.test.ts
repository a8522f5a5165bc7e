import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StoredWrite } from '../../src/persistence/engine.js';
import { scaled } from '../support/scale.js';
import { createSeededRandom } from '../support/seeded-random.js';
import { memoryFolder } from './memory-folder.js';
import { buildWorker } from '../support/build-worker.js';
import { applyBatch, batchOf } from './numbered-batches.js';
import { readDirectory } from './read-directory.js';

const KILLS = scaled({ short: 18, long: 1000 });
const STORES = 3;
const LONGEST_RUN_MS = 60;
const LONGEST_START_MS = 250;

/** Writes batches in a process of its own, which is killed. Returns the last number that was acknowledged. */
function writeUntilKilled(
  worker: string,
  { directory, first, from, afterMs }: { directory: string; first: number; from: 'start' | 'opening'; afterMs: number },
): Promise<number> {
  const child = spawn(process.execPath, [worker, directory, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  let isDoomed = false;
  const doom = (): void => {
    if (!isDoomed) setTimeout(() => child.kill('SIGKILL'), afterMs);
    isDoomed = true;
  };
  if (from === 'start') doom();
  child.stdout.on('data', (chunk) => {
    printed += chunk;
    doom();
  });
  return new Promise((resolve, reject) => {
    child.on('close', (code, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(`the process ended with code ${code}`));
      // A line that the kill cut off may not be a number.
      resolve(Math.max(first - 1, ...[...printed.matchAll(/^(\d+)\n/gm)].map(([, number]) => Number(number))));
    });
  });
}

/** Whether the found values of a kind are those after a batch. */
function hasBatch(
  found: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
  batch: readonly StoredWrite[],
): boolean {
  const kind = batch[0]?.key.split('/')[0] ?? '';
  const after = new Map(before);
  applyBatch(after, batch);
  const ofKind = (values: ReadonlyMap<string, string>): string =>
    JSON.stringify(
      [...values.keys()]
        .filter((key) => key.startsWith(kind))
        .toSorted()
        .map((key) => [key, values.get(key)]),
    );
  return ofKind(found) === ofKind(after);
}

/** Kills the writer of one store again and again. Each round starts with the remains of the last one. */
async function expectSurvival(worker: string, kills: number, seed: number): Promise<number> {
  const random = createSeededRandom(seed);
  const directory = join(await memoryFolder(), 'store');
  const values = new Map<string, string>();
  let next = 0;
  for (let kill = 0; kill < kills; kill++) {
    const what = `kill ${kill} of seed ${seed}`;
    const isDamaged = kill > 0 && random() < 0.15;
    // The process writes the removed file again, and may be killed while it does.
    if (isDamaged) await rm(join(directory, random() < 0.5 ? 'journal-a.jsonl' : 'journal-b.jsonl'), { force: true });
    // Some kills hit the start of the process, or its opening.
    const from = random() < 0.3 ? 'start' : 'opening';
    const afterMs = random() * (from === 'start' ? LONGEST_START_MS : LONGEST_RUN_MS);
    const last = await writeUntilKilled(worker, { directory, first: next, from, afterMs });
    for (; next <= last; next++) for (const kind of ['id', 'record'] as const) applyBatch(values, batchOf(next, kind));
    const found = await readDirectory(directory);
    expect(
      found.losses.filter(({ repaired }) => !isDamaged || repaired !== true),
      what,
    ).toEqual([]);
    // Of the batch that was not acknowledged, the ids are there as a whole or not at all, and the records only with the ids.
    const isApplied = hasBatch(found.values, values, batchOf(next, 'id'));
    if (isApplied) {
      applyBatch(values, batchOf(next, 'id'));
      if (hasBatch(found.values, values, batchOf(next, 'record'))) applyBatch(values, batchOf(next, 'record'));
    }
    expect(found.values, what).toEqual(values);
    // The next process writes the whole batch again.
  }
  return next;
}

describe('a process that is killed', () => {
  it(
    'loses no acknowledged batch, and no deleted value comes back',
    { timeout: scaled({ short: 300_000, long: 900_000 }) },
    async () => {
      const worker = await buildWorker('test/persistence/write-batches-worker.ts');
      const batches = await Promise.all(
        Array.from({ length: STORES }, (_, seed) => expectSurvival(worker, Math.ceil(KILLS / STORES), seed)),
      );
      expect(Math.min(...batches)).toBeGreaterThan(KILLS / STORES);
    },
  );
});
