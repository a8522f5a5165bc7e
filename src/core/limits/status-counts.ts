import type { LimitStatus } from './measure-limit.js';

/** Counts by status. */
export type StatusCounts = Readonly<Record<LimitStatus, number>>;

/** Counts by status, updated incrementally. */
export interface StatusCounter {
  /** Replaces one status by another. `undefined` stands for an item that was or is not there. */
  move(from: LimitStatus | undefined, to: LimitStatus | undefined): void;
  /** Returns the same object until a count changes. */
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

/** A higher number is more severe. `unknown` is more severe than `unlimited`, less severe than `ok`. */
const SEVERITY: Readonly<Record<LimitStatus, number>> = {
  unlimited: 0,
  unknown: 1,
  ok: 2,
  warning: 3,
  critical: 4,
  exceeded: 5,
};

/** Returns the more severe of two statuses. `undefined` is the least severe. */
export function worseOf(a: LimitStatus | undefined, b: LimitStatus | undefined): LimitStatus | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return SEVERITY[a] < SEVERITY[b] ? b : a;
}
