import { FleetError } from '../shared/fleet-error.js';
import { retryAfterMs } from './retry-after.js';
import { backoff } from './backoff.js';
import { nextDue, phaseOf } from './phase.js';

/** What a key's next poll depends on, besides its cadence. Times are monotonic. */
export interface PollTiming {
  /** The key's number, which its place in the interval follows from. */
  readonly handle: number;
  /**
   * When the key was last heard of, or failed; `undefined`: never. It is rounded up to whole numbers, which engines keep
   * in place: a fraction would be an object more for each key.
   */
  lastMs: number | undefined;
  /** How often it failed, in a row. */
  failures: number;
  /** What its failures ask for, if it failed. */
  notBeforeMs: number | undefined;
}

/** When a key is due: at its own time of each interval, and after a failure not before its backoff is over. */
export function dueAt({ handle, lastMs, notBeforeMs }: PollTiming, intervalMs: number, nowMs: number): number {
  if (lastMs === undefined) return nowMs;
  return Math.max(nextDue(phaseOf(handle), lastMs, intervalMs), notBeforeMs ?? -Infinity);
}

/** It was heard of at this time, be it elsewhere. */
export function noteConfirmed(turn: PollTiming, atMs: number): void {
  if (atMs > (turn.lastMs ?? -Infinity)) turn.lastMs = Math.ceil(atMs);
}

/** There was an answer. */
export function noteAnswer(turn: PollTiming, nowMs: number): void {
  noteConfirmed(turn, nowMs);
  resetBackoff(turn);
}

/** The poll failed with `error`. */
export function noteFailure(turn: PollTiming, error: unknown, nowMs: number, random: () => number): void {
  const code = error instanceof FleetError ? error.code : undefined;
  // That there is no such id is an answer.
  if (code === 'not-found') return noteAnswer(turn, nowMs);
  noteConfirmed(turn, nowMs);
  // It was ended from here, and says nothing of the key.
  if (code === 'aborted') return;
  turn.failures += 1;
  turn.notBeforeMs = nowMs + Math.max(backoff(turn.failures, { random }), retryAfterMs(error));
}

/** What it failed by is over: from now on its cadence alone counts. */
export function resetBackoff(turn: PollTiming): void {
  turn.failures = 0;
  turn.notBeforeMs = undefined;
}
