/**
 * Where in every interval the `nth` of many has its turn, from 0 up to 1: the fractional parts of the multiples of the
 * golden ratio, which divide the interval more evenly than any random choice, after each further one (Knuth, The Art
 * of Computer Programming 3, 6.4, theorem S).
 */
export function phaseOf(nth: number): number {
  return (nth * GOLDEN) % 1;
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * The first time after `lastMs` at which a turn comes: no later than one interval after it. However late one poll
 * was, the next is back in phase, and each interval has one.
 */
export function nextDue(phase: number, lastMs: number, intervalMs: number): number {
  const turns = Math.floor(lastMs / intervalMs - phase) + 1;
  const dueMs = (turns + phase) * intervalMs;
  // Rounding may land on the turn that is just over, or a trifle after it.
  return Math.min(dueMs - lastMs < SAME_TURN_MS ? dueMs + intervalMs : dueMs, lastMs + intervalMs);
}

const SAME_TURN_MS = 1;
