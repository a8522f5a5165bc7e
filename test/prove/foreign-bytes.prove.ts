import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildWorker } from '../support/build-worker.js';
import { recordFigures } from '../support/figures.js';
import { scaled } from '../support/scale.js';
import { threadTimeMs } from '../support/thread-time.js';
import { grammars } from './foreign-bytes/grammars.js';
import { nearTexts, type Grammar } from './foreign-bytes/near-texts.js';
import type { LargeTask } from './foreign-bytes/read-large-worker.js';
import { readers } from './foreign-bytes/readers.js';

/*
 * Each reader of bytes from outside gets texts near those that it expects, and texts of a megabyte. It reads them or refuses
 * them with the documented error, within a second, and with at most ten times their size of memory.
 */

const SECONDS = scaled({ short: 2, long: 45 });
const LONGEST_MS = 1000;
const KILOBYTES = 2048;
const TOKENS = scaled({ short: 4, long: Infinity });
/** The memory that the modules and one small text need, megabytes. */
const BASE_MEGABYTES = 48;

const formats = Object.keys(readers) as (keyof typeof readers)[];
const seed = Date.now() % 2 ** 31;

describe.each(formats)('the reader of the format %s', (format) => {
  const grammar: Grammar = grammars[format];

  test(`reads or refuses every text, for ${SECONDS} s`, { timeout: SECONDS * 1000 + 60_000 }, async () => {
    const reader = await readers[format]();
    const texts = nearTexts(grammar);
    const endMs = performance.now() + SECONDS * 1000;
    let [tried, read] = [0, 0];
    while (performance.now() < endMs) {
      for (const text of tried === 0 ? grammar.samples : fc.sample(texts, { numRuns: 50, seed: seed + tried })) {
        const beginMs = threadTimeMs();
        const result = await reader.read(text).catch((error: unknown) => error ?? 'nothing was thrown');
        expect({ text, result }).toEqual({ text, result: expect.any(Boolean) as boolean });
        expect({ text, ms: threadTimeMs() - beginMs }).toEqual({ text, ms: expect.toSatisfy((ms) => ms < LONGEST_MS) });
        tried += 1;
        if (result === true) read += 1;
      }
    }
    await reader.close?.();
    // Otherwise each text is refused at its beginning, and the rest of the reader is not tried.
    expect(read).toBeGreaterThan(0);
    recordFigures({ tried: `${tried.toLocaleString('en')} texts, ${read.toLocaleString('en')} of them read` });
  });
});

const foreign = formats.filter((format) => !(grammars[format] as Grammar).isOwn);

test.each(foreign)(
  `the reader of the format %s reads or refuses ${KILOBYTES} kB of one token in 1 s and ten times the memory`,
  async (format) => {
    const program = await buildWorker('test/prove/foreign-bytes/read-large-worker.ts');
    const failures: { readonly token: string; readonly result: unknown }[] = [];
    for (const token of grammars[format].tokens.slice(0, TOKENS)) {
      const task: LargeTask = { format, token, bytes: KILOBYTES * 1000 };
      const worker = new Worker(program, {
        workerData: task,
        resourceLimits: { maxOldGenerationSizeMb: BASE_MEGABYTES + KILOBYTES / 100, maxYoungGenerationSizeMb: 16 },
      });
      const result: unknown = await once(worker, 'message').then(
        ([ms]) => ms,
        (error: unknown) => error,
      );
      await worker.terminate();
      if (typeof result !== 'number' || result > LONGEST_MS) failures.push({ token, result });
    }
    expect(failures).toEqual([]);
  },
);
