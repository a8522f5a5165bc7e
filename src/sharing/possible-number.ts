import type { Clock } from '../core/shared/clock.js';

/** The clocks of two machines, Redis included, differ by less. */
const TOLERANCE_MS = 3_600_000;

/** The numbers of turns advance by less while no message arrives. */
const STEP_MS = 60_000;

/** Beyond this number, a double has no room for greater numbers. */
const MAX_NUMBER = 2 ** 52;

/**
 * The greatest number that a turn can have now. Engines number turns by the microseconds since 1970 at most, so every
 * number that is accepted from another member leaves room for later turns.
 * @param known the greatest number that this member knows. It is ahead of the clock if the clock was set back. A number
 *   may exceed it by a minute only, so that even many messages cannot use up the room
 */
export function greatestPossible(clock: Clock, known: number): number {
  return Math.min(MAX_NUMBER, 1000 * Math.max(clock.now() + TOLERANCE_MS, known / 1000 + STEP_MS));
}
