import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StorageLoss } from '../../src/core/fleet/storage.js';
import { buildWorker } from '../support/build-worker.js';
import { recordFigures } from '../support/figures.js';
import { runUntilKilled } from '../support/run-until-killed.js';
import { scaled } from '../support/scale.js';
import { createSeededRandom } from '../support/seeded-random.js';
import { startService } from '../support/start-service.js';
import { memoryFolder } from './memory-folder.js';

const KILLS = scaled({ short: 12, long: 1000 });
/** Each begins with an empty directory, and with a service that has no databases. */
const DIRECTORIES = scaled({ short: 2, long: 10 });
/** How many run and are killed at the same time. */
const SIDE_BY_SIDE = 2;
const credentials = { username: 'demo', password: 'CANARY-of-the-account' };
const worker = await buildWorker('test/persistence/kept-fleet-worker.ts');

/** Everything that a fleet printed before it was killed, one step a line. The time begins with its start, or when it is ready. */
async function runFleet(args: readonly string[], afterMs: number, from: 'start' | 'ready' = 'ready') {
  const isReady = (lines: readonly string[]): boolean => lines.some((line) => line.startsWith('unconfirmed'));
  const lines = await runUntilKilled([worker, ...args], afterMs, from === 'start' ? () => true : isReady);
  return lines.map((line) => line.split(' '));
}

/** The ids that the next start has to know, and those that it must not know. `unsure`: a step was not acknowledged. */
type Expectation = Map<string, 'there' | 'gone' | 'unsure'>;

function apply(ids: Expectation, steps: readonly string[][]): void {
  for (const [step, id = ''] of steps) {
    if (step === 'adding' || step === 'removing') ids.set(id, 'unsure');
    if (step === 'added' || step === 'created') ids.set(id, 'there');
    if (step === 'removed') ids.set(id, 'gone');
  }
}

const wordsOf = (steps: readonly string[][], step: string): readonly string[] =>
  steps.find(([name]) => name === step)?.slice(1) ?? [];

describe('a fleet that is killed at a random moment', () => {
  test(
    `loses no id, brings none back, and lists interrupted creates, in ${KILLS} kills`,
    { timeout: 1_200_000 },
    async () => {
      /** How often an acknowledged step was found again, and the creates that a kill separated from their answers. */
      let found = 0;
      const interrupted = new Set<unknown>();

      async function crashRepeatedly(directory: string, seed: number): Promise<void> {
        await using service = await startService({ credentials, lifecycle: { creatingMs: 5, updatingMs: 5 } });
        const { baseUrl: url, control } = service;
        const random = createSeededRandom(seed);
        const expectation: Expectation = new Map();
        for (let round = 0; round < KILLS / DIRECTORIES; round++) {
          const created = await control.databases.list();
          // A store that lacks a file writes it again when it is opened, and may be killed while it does.
          const isDamaged = round > 0 && random() < 0.2;
          if (isDamaged) await rm(join(directory, `journal-${random() < 0.5 ? 'a' : 'b'}.jsonl`), { force: true });
          if (random() < 0.3) {
            const early = await runFleet([directory, url, `${seed}-${round}-early`], 250 * random(), 'start');
            apply(expectation, early);
          }
          const afterMs = Math.floor(random() * random() * 120);
          const steps = await runFleet([directory, url, `${seed}-${round}`], afterMs);
          const [state, ...lost] = wordsOf(steps, 'start');
          // The first polls may have begun.
          expect(['ready', 'saving', ...(isDamaged ? ['damaged'] : [])], `round ${round}`).toContain(state);
          const losses = JSON.parse(lost.join(' ')) as StorageLoss[];
          const unexpected = losses.filter(({ repaired }) => !isDamaged || !repaired);
          expect(unexpected, `round ${round}`).toEqual([]);
          const ids = new Set(wordsOf(steps, 'ids'));
          for (const [id, now] of expectation) {
            if (now === 'unsure') expectation.set(id, ids.has(id) ? 'there' : 'gone');
            else expect(ids.has(id), `${id} is ${now} in round ${round}`).toBe(now === 'there');
            found += now === 'unsure' ? 0 : 1;
          }
          // A database of the service whose id is not known must be unconfirmed.
          const lacking = created.filter((record) => !ids.has(String(record['database_id'])));
          const names = lacking.map((record) => record['database_name']);
          for (const name of names) interrupted.add(name);
          expect(wordsOf(steps, 'unconfirmed'), `round ${round}`).toEqual(expect.arrayContaining(names));
          apply(expectation, steps);
        }
      }

      const directories = await Promise.all(Array.from({ length: DIRECTORIES }, () => memoryFolder()));
      for (let first = 0; first < DIRECTORIES; first += SIDE_BY_SIDE) {
        const pair = directories.slice(first, first + SIDE_BY_SIDE);
        await Promise.all(pair.map((directory, at) => crashRepeatedly(join(directory, 'state'), first + at)));
      }
      // Otherwise each kill came before the first step.
      expect(found).toBeGreaterThan(0);
      recordFigures({ tried: `${KILLS} kills, ${interrupted.size} of them between a create and its answer` });
      for (const directory of directories) {
        const names = await readdir(directory, { recursive: true, withFileTypes: true });
        for (const entry of names.filter((each) => each.isFile()))
          expect((await readFile(join(entry.parentPath, entry.name))).includes('CANARY')).toBe(false);
      }
    },
  );
});
