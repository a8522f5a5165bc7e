import type { LimitStatus } from './measure-limit.js';

/** How many there are of each status. */
export type StatusCounts = Readonly<Record<LimitStatus, number>>;

/** Counts by status, kept as things change. */
export interface StatusCounter {
  /** Something of one status is now of another; of none, if it was or is not there. */
  move(from: LimitStatus | undefined, to: LimitStatus | undefined): void;
  counts(): StatusCounts;
}

export function createStatusCounter(): StatusCounter {
  const now = { unknown: 0, unlimited: 0, ok: 0, warning: 0, critical: 0, exceeded: 0 };
  return {
    move(from, to) {
      if (from === to) return;
      if (from !== undefined) now[from] -= 1;
      if (to !== undefined) now[to] += 1;
    },
    counts: () => ({ ...now }),
  };
}

/** From the one that asks for least attention to the one that asks for most. */
const BY_SEVERITY: readonly LimitStatus[] = ['unlimited', 'unknown', 'ok', 'warning', 'critical', 'exceeded'];

/** The status that asks for more attention; one that is not there asks for none. */
export function worseOf(a: LimitStatus | undefined, b: LimitStatus | undefined): LimitStatus | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return BY_SEVERITY.indexOf(a) < BY_SEVERITY.indexOf(b) ? b : a;
}
