import type { Database } from '../records/database.js';
import { FleetError } from '../shared/fleet-error.js';
import type { Guard } from '../store/guard.js';

/** The input of a {@link Cadence}: what the fleet knows of a poll target, and the interest in it. */
export interface CadenceFacts {
  /** The kind of poll target: one database, or the list of vector indices. */
  readonly resource: 'database' | 'vector-index-list';
  /** The store has a record, fresh or stale. */
  readonly hasRecord: boolean;
  /** `modifying_state` of the record is set: a change is under way. */
  readonly modifying: boolean;
  /** `state` of the record is `active`. */
  readonly active: boolean;
  /** The last answer was 404. */
  readonly missing: boolean;
  /** A `waitFor` is pending. */
  readonly waiting: boolean;
  /** A view of the poll target has a subscriber. */
  readonly observed: boolean;
  /** The poll target is added, or leased by `track`. */
  readonly tracked: boolean;
  /** The id of the database. Absent for the list. */
  readonly id?: string | undefined;
  /** The frozen record of the database, as the fleet shows it. Absent for the list. */
  readonly record?: Database | undefined;
  /** The time of the fleet's clock, Unix milliseconds. */
  readonly now: number;
  /** Since the fleet saw the record change, or read it for the first time, milliseconds. Absent without a record. */
  readonly sinceChangeMs?: number | undefined;
  /** Since an answer last confirmed the record, milliseconds. Absent without one. */
  readonly sinceAnswerMs?: number | undefined;
  /**
   * How often the fleet has seen the database change in the last 24 hours; 32 at most. A change is an answer with another
   * record than the one before, a 404, or the end of it. Several fields in one answer are one change. 0 for the list.
   */
  readonly recentChanges: number;
}

/**
 * Decides how often a poll target is polled. Returns the interval in milliseconds; less than 100 counts as 100, and
 * `Infinity` means never.
 * It is called after each answer and each change of interest, so it must be fast. A pure function, which reads nothing but
 * its facts, decides in a replay as in the fleet. If it throws or returns anything but a
 * number, 0 or more, the default cadence is used and the error is passed to `onError`.
 */
export type Cadence = (facts: CadenceFacts) => number;

export const MIN_INTERVAL_MS = 100;

/**
 * The default cadence. The first row that applies counts:
 *
 * | poll target | interval |
 * |---|---|
 * | list of vector indices, observed | 30 s |
 * | list of vector indices, otherwise | 120 s |
 * | database with a pending `waitFor` | 2 s |
 * | database that is missing (404) | 300 s |
 * | database with `modifying_state` set | 2 s |
 * | observed database | 15 s |
 * | tracked database that is not active | 120 s |
 * | any other database | 60 s |
 *
 * @example
 * ```ts
 * const fourTimesSlower: Cadence = (facts) => 4 * cadence(facts);
 * ```
 */
export const cadence: Cadence = (facts) => {
  if (facts.resource === 'vector-index-list') return facts.observed ? 30_000 : 120_000;
  if (facts.waiting) return 2000;
  if (facts.missing) return 300_000;
  if (facts.modifying) return 2000;
  if (facts.observed) return 15_000;
  return facts.hasRecord && !facts.active ? 120_000 : 60_000;
};

/** Uses the default cadence where a user's cadence throws or returns an invalid interval. */
export function createCheckedCadence(custom: Cadence, guard: Guard): Cadence {
  let isReported = false;

  function report(returned: unknown): void {
    guard.reportRejection(returned);
    if (isReported) return;
    isReported = true;
    guard.report(
      new FleetError('invalid-request', 'configure', MESSAGE, { issues: [{ path: PATH, message: MESSAGE }] }),
    );
  }

  return (facts) => {
    try {
      const intervalMs = custom(facts);
      if (isInterval(intervalMs)) return intervalMs;
      report(intervalMs);
    } catch (error) {
      guard.report(error);
    }
    return cadence(facts);
  };
}

const PATH = 'polling.cadence';
const MESSAGE = 'the cadence must return a number of milliseconds, 0 or more; the default cadence is used instead';

function isInterval(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}
