import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { listen } from '../support/listen.js';
import { sampleDatabase } from '../support/sample-database.js';

/** A service over HTTP that answers with one record for each id, and counts the polls. */
export async function startCountingService(everyMs: number) {
  const last = new Map<string, number>();
  /** Polls that came less than 0.4 intervals after the one before of the same id are duplicates. */
  let counts = { total: 0, duplicates: 0, longestGapMs: 0 };
  const server = createServer((request, response) => {
    const id = /database\/([^?]+)/.exec(request.url ?? '')?.[1] ?? '';
    const now = performance.now();
    const gapMs = now - (last.get(id) ?? -Infinity);
    last.set(id, now);
    counts.total += 1;
    if (gapMs < 0.4 * everyMs) counts.duplicates += 1;
    if (gapMs < Infinity) counts.longestGapMs = Math.max(counts.longestGapMs, gapMs);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...sampleDatabase, database_id: id }));
  });
  server.keepAliveTimeout = 60_000;
  const { url, close } = await listen(server);
  return {
    baseUrl: url,
    reset() {
      counts = { total: 0, duplicates: 0, longestGapMs: 0 };
    },
    get polls() {
      return counts;
    },
    close,
  };
}
