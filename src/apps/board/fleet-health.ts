import type { Fleet, Clock } from '../../index.js';
import { describeHealth, type HealthNouns } from '../../format/describe-health.js';
import { readRow, selectRows, type Down } from './row-facts.js';

export interface HealthWords {
  readonly words: string;
  /** The number of rows without a record that is still awaited. */
  readonly loading: number;
}

/** The rows of a large fleet are read at most once in this time. */
const LARGE_EVERY_MS = 1000;
const LARGE = 500;

/** Returns a function that describes the health of a whole fleet. While the fleet loads, absent records count as awaited. */
export function createFleetHealth(fleet: Fleet, clock: Clock): (down: Down, isLoading: boolean) => HealthWords {
  let last: (HealthWords & { readonly atMs: number; readonly down: Down }) | undefined;
  return (down, isLoading) => {
    const rows = selectRows(fleet);
    const atMs = clock.monotonic();
    const isRecent = last !== undefined && last.down === down && atMs - last.atMs < LARGE_EVERY_MS;
    if (last === undefined || rows.length <= LARGE || !isRecent) {
      const facts = rows.map((row) => readRow(fleet, row, down, clock.now()));
      const isUsageKnown = facts.some(({ worst }) => worst !== undefined);
      const all = facts.map(({ health }) => health);
      const clauses = describeHealth({ all, nouns: nounsOf(fleet), isUsageKnown, isLoading });
      const loading = all.filter(({ kind }) => kind === 'loading').length;
      last = { atMs, down, words: clauses.map(({ text }) => text).join(', '), loading };
    }
    return last;
  };
}

function nounsOf({ databases, indices }: Fleet): HealthNouns {
  const [hasDatabases, hasIndices] = [databases.tracked.value.length > 0, indices.all.value.length > 0];
  if (!hasIndices) return { one: 'database', many: 'databases', withoutUsage: 'active' };
  if (!hasDatabases) return { one: 'vector index', many: 'vector indices', withoutUsage: 'available' };
  return { one: 'database or index', many: 'databases and indices', withoutUsage: 'active' };
}
