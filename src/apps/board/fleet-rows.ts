import type { Fleet, Clock } from '../../index.js';
import type { RowOrder } from '../../format/attention.js';
import { describeHealth, type HealthNouns } from '../../format/describe-health.js';
import { arrangeRows } from './arrange-rows.js';
import { readRow, selectRows, type Down, type RowFacts } from './row-facts.js';

export interface FleetRows {
  /** The rows that match the filter: the databases in their order, then the indices in theirs. */
  readonly listed: readonly RowFacts[];
  /** The number of all rows. */
  readonly count: number;
  /** The condition of all rows in words. */
  readonly words: string;
  /** The number of rows without a record that is still awaited. */
  readonly loading: number;
}

export interface RowChoice {
  readonly down: Down;
  /** Whether absent records count as awaited. */
  readonly isLoading: boolean;
  readonly order: RowOrder;
  readonly filter: string;
}

/** The rows of a large fleet are read at most once in this time. */
const LARGE_EVERY_MS = 1000;
const LARGE = 500;

/** Returns a function that reads all rows of a fleet, and arranges them. */
export function createFleetRows(fleet: Fleet, clock: Clock): (choice: RowChoice) => FleetRows {
  let last: (FleetRows & { readonly atMs: number; readonly key: string }) | undefined;
  return ({ down, isLoading, order, filter }) => {
    const refs = selectRows(fleet);
    const atMs = clock.monotonic();
    const key = JSON.stringify([down, order, filter]);
    if (last !== undefined && refs.length > LARGE && last.key === key && atMs - last.atMs < LARGE_EVERY_MS) return last;
    const rows = refs.map((row) => readRow(fleet, row, down, clock.now()));
    const isUsageKnown = rows.some(({ worst }) => worst !== undefined);
    const all = rows.map(({ health }) => health);
    const clauses = describeHealth({ all, nouns: nounsOf(fleet), isUsageKnown, isLoading });
    const listed = (['database', 'index'] as const).flatMap((kind) =>
      arrangeRows(
        rows.filter(({ resource }) => resource === kind),
        { order, filter },
      ),
    );
    const loading = all.filter(({ kind }) => kind === 'loading').length;
    const words = clauses.map(({ text }) => text).join(', ');
    last = { listed, count: rows.length, words, loading, atMs, key };
    return last;
  };
}

function nounsOf({ databases, indices }: Fleet): HealthNouns {
  const [hasDatabases, hasIndices] = [databases.tracked.value.length > 0, indices.all.value.length > 0];
  if (!hasIndices) return { one: 'database', many: 'databases', withoutUsage: 'active' };
  if (!hasDatabases) return { one: 'vector index', many: 'vector indices', withoutUsage: 'available' };
  return { one: 'database or index', many: 'databases and indices', withoutUsage: 'active' };
}
