import type { Clock } from '../../core/shared/clock.js';

/** A smaller difference is a correction by time synchronization. */
const MIN_JUMP_MS = 10_000;

/**
 * Makes a function that returns the jump of the wall clock since its last call, milliseconds: above 0 after sleep or when
 * the clock was set forward, below 0 when it was set back, otherwise 0.
 */
export function createClockJumps(clock: Clock): () => number {
  let offsetMs = clock.now() - clock.monotonic();
  return () => {
    const before = offsetMs;
    offsetMs = clock.now() - clock.monotonic();
    const jumpMs = offsetMs - before;
    return Math.abs(jumpMs) >= MIN_JUMP_MS ? jumpMs : 0;
  };
}
