import { FleetError } from '../shared/fleet-error.js';
import { retryAfterMs } from './retry-after.js';
import { backoff } from './backoff.js';

/**
 * The past answers and failures of a poll target. With the interval of its cadence, they decide when it is due. Times
 * are monotonic. It is a class, because an object made with a spread takes much more memory.
 */
export class PollTiming {
  /** The phase within the interval follows from this number. */
  readonly handle: number;
  /** When the last answer or failure came. An integer, which engines store inline. */
  lastMs: number | undefined = undefined;
  failures = 0;
  /** When the first of these failures came, an integer. */
  failingSinceMs: number | undefined = undefined;
  notBeforeMs: number | undefined = undefined;
  /** When the longest `Retry-After` since the last answer ends. Only an answer makes the target due earlier. */
  retryAfterEndMs: number | undefined = undefined;
  /** Since its last answer, the poll target was retried once before the end of its backoff. */
  isRetried = false;
  /** Another member of the group polled the target last, at another phase. */
  isTakenOver = false;

  constructor(handle: number) {
    this.handle = handle;
  }
}

/** In this time after the first failure a retry follows its backoff alone: most outages end within a minute. */
const FIRST_RETRIES_MS = 60_000;

/** The longest backoff in that time. */
const FIRST_RETRIES_MAX_MS = 8000;

/** The most failures that count in that time: the backoff after it continues from about a minute. */
const FIRST_RETRIES = 6;

/** When a poll target is due: at its phase of each interval, or after a failure when its backoff ends. */
export function dueAt(timing: PollTiming, intervalMs: number, nowMs: number): number {
  return Math.max(dueWithoutRetryAfter(timing, intervalMs, nowMs), timing.retryAfterEndMs ?? -Infinity);
}

function dueWithoutRetryAfter(timing: PollTiming, intervalMs: number, nowMs: number): number {
  const { handle, lastMs, notBeforeMs, isTakenOver } = timing;
  if (lastMs === undefined) return nowMs;
  if (notBeforeMs !== undefined && isFirstRetry(timing, lastMs)) return notBeforeMs;
  // The phases of two members differ. So two polls are at least half an interval apart, and at most one and a half.
  const afterMs = isTakenOver ? lastMs + intervalMs / 2 : lastMs;
  return Math.max(nextDue(phaseOf(handle), afterMs, intervalMs), notBeforeMs ?? -Infinity);
}

function isFirstRetry({ failingSinceMs = -Infinity }: PollTiming, failedMs: number): boolean {
  return failedMs - failingSinceMs < FIRST_RETRIES_MS;
}

/** The record was confirmed at this time, by this fleet or another fleet. */
export function recordConfirmation(timing: PollTiming, atMs: number): void {
  if (atMs > (timing.lastMs ?? -Infinity)) timing.lastMs = Math.ceil(atMs);
}

export function recordAnswer(timing: PollTiming, nowMs: number): void {
  recordConfirmation(timing, nowMs);
  resetBackoff(timing);
  timing.retryAfterEndMs = undefined;
}

export function recordFailure(timing: PollTiming, error: unknown, nowMs: number, random: () => number): void {
  const code = error instanceof FleetError ? error.code : undefined;
  // 404 is an answer: the id does not exist.
  if (code === 'not-found') return recordAnswer(timing, nowMs);
  const askedMs = retryAfterMs(error);
  // The limiter holds all requests for the `Retry-After` of a 429.
  if (code !== 'rate-limited') timing.retryAfterEndMs = Math.max(timing.retryAfterEndMs ?? -Infinity, nowMs + askedMs);
  // Requests of callers within the backoff do not lengthen it.
  if (nowMs < (timing.notBeforeMs ?? -Infinity)) return;
  timing.failures += 1;
  // A 429 holds all requests. The key stays due, and is polled after the hold.
  if (code === 'rate-limited' && timing.failures === 1) return;
  recordConfirmation(timing, nowMs);
  timing.failingSinceMs ??= Math.ceil(nowMs);
  const isFirst = isFirstRetry(timing, nowMs);
  if (isFirst) timing.failures = Math.min(timing.failures, FIRST_RETRIES);
  const delayMs = backoff(timing.failures, random, isFirst ? FIRST_RETRIES_MAX_MS : undefined);
  timing.notBeforeMs = nowMs + Math.max(delayMs, askedMs);
}

/** The service stopped answering before a request was sent: at its recovery the target is due. */
export function recordNotSent(timing: PollTiming): void {
  timing.failures ||= 1;
}

/** Ends the backoff: from now on, the cadence and a `Retry-After` decide. */
export function resetBackoff(timing: PollTiming): void {
  timing.failures = 0;
  timing.failingSinceMs = undefined;
  timing.notBeforeMs = undefined;
  timing.isRetried = false;
}

/**
 * Makes a failed target due before the end of its backoff, once per run of failures. Otherwise an id that is answered
 * now and then would end the backoff of a broken id again and again.
 */
export function retryOnce(timing: PollTiming): void {
  timing.isRetried = true;
  timing.lastMs = undefined;
  timing.notBeforeMs = undefined;
}

/**
 * The phase of the `nth` target, from 0 up to 1. Multiples of the golden ratio divide the interval evenly, whatever their
 * number (Knuth, The Art of Computer Programming 3, 6.4, theorem S).
 */
export function phaseOf(nth: number): number {
  return (nth * GOLDEN_RATIO) % 1;
}

const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** The first time after `lastMs` at a phase of the interval, so that a late poll does not shift later polls. */
export function nextDue(phase: number, lastMs: number, intervalMs: number): number {
  const intervals = Math.floor(lastMs / intervalMs - phase) + 1;
  const dueMs = (intervals + phase) * intervalMs;
  // Rounding may give the time of the poll that has just ended.
  return Math.min(dueMs - lastMs < ROUNDING_MS ? dueMs + intervalMs : dueMs, lastMs + intervalMs);
}

const ROUNDING_MS = 1;
