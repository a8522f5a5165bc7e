import type { LimitStatus } from './measure-limit.js';

/** How many there are of each status. */
export type StatusCounts = Readonly<Record<LimitStatus, number>>;

/** Counts by status, kept as things change. */
export interface StatusCounter {
  /** Something of one status is now of another; of none, if it was or is not there. */
  move(from: LimitStatus | undefined, to: LimitStatus | undefined): void;
  /** The same until something moves. */
  counts(): StatusCounts;
}

export function createStatusCounter(): StatusCounter {
  const now = { unknown: 0, unlimited: 0, ok: 0, warning: 0, critical: 0, exceeded: 0 };
  let counts: StatusCounts | undefined;
  return {
    move(from, to) {
      if (from === to) return;
      counts = undefined;
      if (from !== undefined) now[from] -= 1;
      if (to !== undefined) now[to] += 1;
    },
    counts: () => (counts ??= { ...now }),
  };
}

/** The higher, the more attention it asks for. */
const SEVERITY: Readonly<Record<LimitStatus, number>> = {
  unlimited: 0,
  unknown: 1,
  ok: 2,
  warning: 3,
  critical: 4,
  exceeded: 5,
};

/** The status that asks for more attention; one that is not there asks for none. */
export function worseOf(a: LimitStatus | undefined, b: LimitStatus | undefined): LimitStatus | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return SEVERITY[a] < SEVERITY[b] ? b : a;
}
