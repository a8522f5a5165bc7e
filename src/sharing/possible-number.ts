import type { Clock } from '../core/shared/clock.js';

/** The clocks of two machines differ by less, also the clock of Redis. */
const TOLERANCE_MS = 3_600_000;

/** More than the numbers that turns take while no message arrives. */
const STEP_MS = 60_000;

/** Beyond this number, a double has no room for greater numbers. */
const MAX_NUMBER = 2 ** 52;

/**
 * The greatest number that a turn can have now. Engines number turns at most by the microseconds since 1970, so a number of
 * another member that is accepted never leaves too little room for the turns after it.
 *
 * @param known the greatest number that this member knows. It may be beyond the time when the clock was set back. A number
 *   may exceed it by a minute only, so that no number of messages can use up the room
 */
export function greatestPossible(clock: Clock, known: number): number {
  return Math.min(MAX_NUMBER, 1000 * Math.max(clock.now() + TOLERANCE_MS, known / 1000 + STEP_MS));
}
