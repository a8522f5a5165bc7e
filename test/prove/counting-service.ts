import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { listen } from '../support/listen.js';
import { sampleDatabase } from '../support/sample-database.js';

/** A service over HTTP that answers with one record for each id, and counts the polls. */
export interface CountingService {
  readonly baseUrl: string;
  /** Begins to count. */
  reset(): void;
  readonly polls: PollCounts;
  close(): Promise<void>;
}

export interface PollCounts {
  readonly total: number;
  /** Ids that were polled. */
  readonly ids: number;
  /** Polls that came less than 0.4 intervals after the one before of the same id. */
  readonly duplicates: number;
  /** The longest time without a poll of an id, milliseconds. */
  readonly longestGapMs: number;
}

export async function startCountingService(everyMs: number): Promise<CountingService> {
  const last = new Map<string, number>();
  const counted = new Set<string>();
  let counts = { total: 0, duplicates: 0, longestGapMs: 0 };
  const server = createServer((request, response) => {
    const id = /database\/([^?]+)/.exec(request.url ?? '')?.[1] ?? '';
    const now = performance.now();
    const gapMs = now - (last.get(id) ?? -Infinity);
    last.set(id, now);
    counted.add(id);
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
      counted.clear();
    },
    get polls() {
      return { ...counts, ids: counted.size };
    },
    close,
  };
}
