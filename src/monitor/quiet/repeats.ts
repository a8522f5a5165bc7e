import { createHash } from 'node:crypto';
import type { Alert } from '../alerts/alert.js';
import type { Repeats } from '../alerts/step-alert.js';

export interface RepeatFacts {
  readonly everyMs: number;
  readonly now: number;
}

/**
 * Counts the repetitions up to now. The count follows the time since the alert fired, so that the members of a group agree.
 *
 * @param least the count grows to it, also when the clock was set back
 */
export function countRepeats({ firedAt = 0 }: Alert, least: number, { everyMs, now }: RepeatFacts): Repeats {
  const intervals = Math.floor((now - firedAt) / everyMs);
  return { count: Math.max(least, intervals), nextAt: firedAt + (intervals + 1) * everyMs };
}

/** The key of a repetition. @param firedKey identifies the breach */
export function repeatKey(firedKey: string, count: number): string {
  return createHash('sha256')
    .update(JSON.stringify([firedKey, count]))
    .digest('hex')
    .slice(0, 32);
}
