import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src/core/api/database.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { createScrapedMonitor, type ScrapedMonitor } from './scraped-monitor.js';

const DATABASES = 10_000;

function createLargeMonitor(): ScrapedMonitor {
  const monitor = createScrapedMonitor();
  const ids = Array.from({ length: DATABASES }, (_, at) => `93e3a3e7-5c5b-4b0e-9d1d-${at}`);
  monitor.fleet.databases.add(ids);
  for (const [at, database_id] of ids.entries()) {
    monitor.fleet.databases.put({ ...sampleDatabase, database_id, database_name: `orders-${at}` } as Database);
    monitor.fleet.usage.report('database', database_id, {
      db_max_clients: at,
      db_disk_threshold: at,
      db_memory_threshold: at,
      db_max_commands_per_second: at,
    });
  }
  return monitor;
}

interface ScrapeFigures {
  readonly totalMs: number;
  readonly longestBlockMs: number;
  readonly bytes: number;
  readonly series: number;
}

/** Scrapes while another task takes every turn of the event loop, and measures its longest wait. */
async function scrape({ metrics }: ScrapedMonitor): Promise<ScrapeFigures> {
  let isOver = false;
  let longestBlockMs = 0;
  const turns = (async () => {
    let lastMs = performance.now();
    while (!isOver) {
      await setImmediate();
      const nowMs = performance.now();
      longestBlockMs = Math.max(longestBlockMs, nowMs - lastMs);
      lastMs = nowMs;
    }
  })();
  const startMs = performance.now();
  let bytes = 0;
  let series = 0;
  for await (const slice of metrics.read()) {
    bytes += Buffer.byteLength(slice);
    for (let at = slice.indexOf('id="'); at !== -1; at = slice.indexOf('id="', at + 1)) series += 1;
  }
  const totalMs = performance.now() - startMs;
  isOver = true;
  await turns;
  return { totalMs, longestBlockMs, bytes, series };
}

describe('a scrape of 10,000 databases', () => {
  it('takes less than a second and blocks the event loop for less than 100 ms', { timeout: 60_000 }, async () => {
    const monitor = createLargeMonitor();
    const figures: ScrapeFigures[] = [];
    // The best of several: other processes of the machine can only make a scrape slower.
    for (let run = 0; run < 5; run++) figures.push(await scrape(monitor));
    expect(new Set(figures.map(({ series }) => series))).toEqual(new Set([8 * DATABASES]));
    expect(Math.min(...figures.map(({ totalMs }) => totalMs))).toBeLessThan(1000);
    expect(Math.min(...figures.map(({ longestBlockMs }) => longestBlockMs))).toBeLessThan(100);
  });
});
