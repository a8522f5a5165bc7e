import type { Clock } from '../core/shared/clock.js';

/** The record that this member shows, and the answer of another member with a greater number. */
export interface AnswerAge {
  /** How long ago the other member got its answer. */
  readonly ageMs: number;
  /** Whether the record shown came with a number too. */
  readonly isOrdered: boolean;
  /** When this member got the record, monotonic, if it numbered the request by itself. */
  readonly localMs: number | undefined;
  readonly confirmedAt: number | undefined;
}

/** Ages are measured by two clocks, and a message takes time. */
const TOLERANCE_MS = 1000;

/**
 * Whether an answer with a greater number is not surely newer than the record that this member shows. A member that is
 * alone numbers its requests by itself, and a record from a store has no number. Then the numbers do not tell.
 */
export function isOutdated({ ageMs, isOrdered, localMs, confirmedAt }: AnswerAge, clock: Clock): boolean {
  // The next answer of the group is newer in any case.
  if (localMs !== undefined) return localMs > clock.monotonic() - ageMs - TOLERANCE_MS;
  // The wall clock may have jumped since.
  return !isOrdered && confirmedAt !== undefined && confirmedAt > clock.now() - ageMs + TOLERANCE_MS;
}
