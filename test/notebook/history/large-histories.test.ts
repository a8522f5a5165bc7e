import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { generateHistory, toGrid, writeCsv, type History } from '../../../src/notebook/index.js';
import { scaled } from '../../support/scale.js';

/** The processor time of a function, milliseconds. */
async function costOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function readAll(history: History): void {
  for (const field of history.fields) history.column(field);
}

it('a million rows become a grid in 2 s, and CSV in 10 s and 300 MB; the long form has 3.7 million rows', async () => {
  const scale = scaled({ short: 0.2, long: 3.7 });
  const history = generateHistory({ databases: Math.round(3472 * scale), days: 1 });
  expect(history.rowCount).toBeGreaterThan(990_000 * scale);
  const grid = await costOf(() => readAll(toGrid(history, { everyMs: 300_000 })));
  const before = process.memoryUsage.rss();
  let most = 0;
  const place = new Writable({
    write(_, __, done) {
      most = Math.max(most, process.memoryUsage.rss());
      setImmediate(done);
    },
  });
  const csv = await costOf(async () => writeCsv(history, place));
  // A fifth of the rows has the time of a million: on a busy machine the same work takes twice its processor time.
  const times = Math.max(1, scale);
  expect({ grid, csv, bytes: most - before }).toEqual({
    grid: expect.toSatisfy((cost: number) => cost < 2000 * times, '2 s for a million rows') as number,
    csv: expect.toSatisfy((cost: number) => cost < 10_000 * times, '10 s for a million rows') as number,
    bytes: expect.toSatisfy((bytes: number) => bytes < 3e8, '300 MB') as number,
  });
}, 120_000);
