import type { Clock, Fleet, ResourceKind } from '../../index.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { describeHealth, nounsOf } from '../../format/describe-health.js';
import { printable } from '../../format/printable.js';
import type { BoardState } from './board-state.js';
import { arrangeRows, type Down, downUnlessRead, readRow, type RowFacts } from './row-facts.js';

export interface FleetRows {
  /** The rows that match the filter: the databases in their order, then the indices in theirs. */
  readonly listed: readonly RowFacts[];
  readonly count: number;
  readonly words: string;
}

/** Reading a row takes about 50 µs. Up to this number of rows, all are read for each frame; more rows at an interval. */
const LARGE = 500;
const MS_PER_ROW = 0.5;

/**
 * Returns a function that arranges all rows of a fleet. It reads those of a large fleet at an interval, and not at each
 * call. With `isLoading`, absent records count as awaited. Else a refresh has ended, and decides instead of `down`.
 */
export function createFleetRows(fleet: Fleet, clock: Clock) {
  let last: ReturnType<typeof read> | undefined;
  let arranged: { readonly rows: unknown; readonly key: string; readonly listed: readonly RowFacts[] } | undefined;

  function read(down: Down, isLoading: boolean) {
    const downOf: typeof downUnlessRead = isLoading ? () => down : downUnlessRead;
    const ids = { database: fleet.databases.tracked.value, index: fleet.indices.all.value.map(({ id }) => id) };
    const refs = resourceKinds.flatMap((resource) => ids[resource].map((id) => ({ resource, id })));
    const rows = refs.map((row) => readRow(fleet, row, downOf(fleet, row), clock.now()));
    const isUsageKnown = rows.some(({ worst }) => worst !== undefined);
    const all = rows.map(({ health }) => health);
    const clauses = describeHealth({ all, nouns: nounsOf(rows), isUsageKnown, isLoading });
    const count = rows.length;
    const untilMs = count <= LARGE ? -Infinity : clock.monotonic() + Math.max(1000, count * MS_PER_ROW);
    // A clause may contain a state, which is a text of the service.
    const words = printable(clauses.map(({ text }) => text).join(', '));
    return { rows, count, words, down, untilMs };
  }

  return ({ order, filter }: BoardState, down: Down, isLoading: boolean): FleetRows => {
    if (last === undefined || last.down !== down || clock.monotonic() >= last.untilMs) last = read(down, isLoading);
    const { rows } = last;
    const key = JSON.stringify([order, filter]);
    if (arranged?.rows !== rows || arranged.key !== key) {
      const ofKind = (kind: ResourceKind): RowFacts[] => rows.filter(({ resource }) => resource === kind);
      const listed = resourceKinds.flatMap((kind) => arrangeRows(ofKind(kind), { order, filter }));
      arranged = { rows, key, listed };
    }
    return { ...last, listed: arranged.listed };
  };
}
