import type { Clock } from '../core/shared/clock.js';

/** As long as answers are too close for their ages to tell their order. */
const RECENT_MS = 1000;

/** When this member asked for each of its turns. */
export function createTurnTimes(clock: Clock) {
  const askedAt = new Map<number, number>();

  return {
    note(turns: readonly number[], askedMs: number) {
      for (const [turn, atMs] of askedAt) {
        if (atMs > clock.monotonic() - RECENT_MS) break;
        askedAt.delete(turn);
      }
      for (const turn of turns) askedAt.set(turn, askedMs);
    },
    /**
     * Whether the turn was asked for a moment ago. The process was then not stopped between the turn and the answer of its
     * request.
     */
    isRecent: (turn: number) => (askedAt.get(turn) ?? -Infinity) > clock.monotonic() - RECENT_MS,
  };
}
