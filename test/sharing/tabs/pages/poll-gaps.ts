import type { Poll } from './pages-under-test.js';

export interface Duplicate {
  readonly before: Poll;
  readonly poll: Poll;
}

export interface WatchedTime {
  readonly ids: readonly string[];
  readonly fromMs: number;
  readonly untilMs: number;
  readonly intervalMs: number;
}

/** Analyses the requests of a period. The time before the first poll and after the last poll of an id counts as a gap. */
export function figuresOf(polls: readonly Poll[], { ids, fromMs, untilMs, intervalMs }: WatchedTime) {
  /** The longest time without a poll of one id. */
  let worstGapMs = 0;
  /** Polls of an id less than half an interval after a poll of another page. */
  const duplicates: Duplicate[] = [];
  const inTime = polls.filter(({ atMs }) => atMs >= fromMs && atMs <= untilMs);
  for (const id of ids) {
    const own = inTime.filter((poll) => poll.id === id).toSorted((one, other) => one.atMs - other.atMs);
    const times = [fromMs, ...own.map(({ atMs }) => atMs), untilMs];
    times.forEach((atMs, at) => (worstGapMs = Math.max(worstGapMs, atMs - (times[at - 1] ?? atMs))));
    own.forEach((poll, at) => {
      const before = own[at - 1];
      if (before === undefined || before.page === poll.page || poll.atMs - before.atMs >= intervalMs / 2) return;
      duplicates.push({ before, poll });
    });
  }
  /** The pages that polled, in the order of their first polls. */
  const pages = [...new Set(inTime.map(({ page }) => page))];
  return { polls: inTime.length, worstGapMs, duplicates, pages };
}
