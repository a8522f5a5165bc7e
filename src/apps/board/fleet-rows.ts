import type { Clock, Fleet, ResourceKind } from '../../index.js';
import { describeHealth, type HealthNouns } from '../../format/describe-health.js';
import type { BoardState } from './board-state.js';
import { arrangeRows, type Down, readRow, type RowFacts, selectRows } from './row-facts.js';

export interface FleetRows {
  /** The rows that match the filter: the databases in their order, then the indices in theirs. */
  readonly listed: readonly RowFacts[];
  readonly count: number;
  readonly words: string;
  /** The number of rows without a record that is still awaited. */
  readonly loading: number;
}

/** Reading a row takes about 50 µs. Up to this number of rows, all are read for each frame; more rows at an interval. */
const LARGE = 500;
const MS_PER_ROW = 0.5;

/**
 * Returns a function that reads all rows of a fleet, for a large fleet at an interval, and arranges them. With
 * `isLoading`, absent records count as awaited.
 */
export function createFleetRows(fleet: Fleet, clock: Clock) {
  let last: (Omit<FleetRows, 'listed'> & { readonly rows: readonly RowFacts[]; readonly key: string }) | undefined;
  let readMs = -Infinity;
  let arranged: { readonly rows: unknown; readonly key: string; readonly listed: readonly RowFacts[] } | undefined;

  function read(down: Down, isLoading: boolean) {
    const rows = selectRows(fleet).map((row) => readRow(fleet, row, down, clock.now()));
    const isUsageKnown = rows.some(({ worst }) => worst !== undefined);
    const all = rows.map(({ health }) => health);
    const clauses = describeHealth({ all, nouns: nounsOf(fleet), isUsageKnown, isLoading });
    const loading = all.filter(({ kind }) => kind === 'loading').length;
    return { rows, count: rows.length, words: clauses.map(({ text }) => text).join(', '), loading };
  }

  return ({ order, filter }: BoardState, down: Down, isLoading: boolean): FleetRows => {
    const nowMs = clock.monotonic();
    const everyMs = last === undefined || last.count <= LARGE ? 0 : Math.max(1000, last.count * MS_PER_ROW);
    if (last === undefined || last.key !== `${down}` || nowMs - readMs >= everyMs) {
      last = { ...read(down, isLoading), key: `${down}` };
      readMs = nowMs;
    }
    const { rows } = last;
    const key = JSON.stringify([order, filter]);
    if (arranged?.rows !== rows || arranged.key !== key) {
      const ofKind = (kind: ResourceKind): RowFacts[] => rows.filter(({ resource }) => resource === kind);
      const arrange = (kind: ResourceKind): RowFacts[] => arrangeRows(ofKind(kind), { order, filter });
      arranged = { rows, key, listed: [...arrange('database'), ...arrange('index')] };
    }
    return { ...last, listed: arranged.listed };
  };
}

function nounsOf({ databases, indices }: Fleet): HealthNouns {
  const [hasDatabases, hasIndices] = [databases.tracked.value.length > 0, indices.all.value.length > 0];
  if (!hasIndices) return { one: 'database', many: 'databases', withoutUsage: 'active' };
  if (!hasDatabases) return { one: 'vector index', many: 'vector indices', withoutUsage: 'listed' };
  return { one: 'database or index', many: 'databases and indices', withoutUsage: 'active' };
}
