import type { Poll } from './pages-under-test.js';

export interface PollFigures {
  readonly polls: number;
  /** The longest time without a poll of one id. */
  readonly worstGapMs: number;
  /**
   * Polls of an id less than half an interval after a poll of another page, without the polls that repeat a request of a
   * page that died before its answer.
   */
  readonly duplicates: number;
  /** The pages that polled, in the order of their first polls. */
  readonly pages: readonly string[];
}

export interface WatchedTime {
  readonly ids: readonly string[];
  readonly fromMs: number;
  readonly untilMs: number;
  readonly intervalMs: number;
  /** The page that polled until a fault ended it. Its last answers were lost with it. */
  readonly ended?: string;
}

/** A page on a busy machine needs this long for an answer. */
const IN_FLIGHT_MS = 300;

/** What the requests of a time tell. The time before the first poll of an id and after its last one counts as a gap. */
export function figuresOf(polls: readonly Poll[], time: WatchedTime): PollFigures {
  const { ids, fromMs, untilMs, intervalMs, ended } = time;
  let worstGapMs = 0;
  let duplicates = 0;
  const inTime = polls.filter(({ atMs }) => atMs >= fromMs && atMs <= untilMs);
  const endMs = Math.max(...inTime.filter(({ page }) => page === ended).map(({ atMs }) => atMs));
  for (const id of ids) {
    const own = inTime.filter((poll) => poll.id === id).toSorted((one, other) => one.atMs - other.atMs);
    const times = [fromMs, ...own.map(({ atMs }) => atMs), untilMs];
    times.forEach((atMs, at) => (worstGapMs = Math.max(worstGapMs, atMs - (times[at - 1] ?? atMs))));
    own.forEach(({ atMs, page }, at) => {
      const before = own[at - 1];
      if (before === undefined || before.page === page || atMs - before.atMs >= intervalMs / 2) return;
      if (before.page !== ended || before.atMs < endMs - IN_FLIGHT_MS) duplicates += 1;
    });
  }
  return { polls: inTime.length, worstGapMs, duplicates, pages: [...new Set(inTime.map(({ page }) => page))] };
}
