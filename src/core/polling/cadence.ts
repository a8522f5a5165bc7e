import { isAmount } from '../shared/option-schemas.js';
import { invalidRequest } from '../shared/refuse-issues.js';
import type { Guard } from '../store/guard.js';

/** The facts about a poll target by which the default cadence decides. */
export interface PollFacts {
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
}

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
export const cadence = (facts: PollFacts): number => {
  if (facts.resource === 'vector-index-list') return facts.observed ? 30_000 : 120_000;
  if (facts.waiting) return 2000;
  if (facts.missing) return 300_000;
  if (facts.modifying) return 2000;
  if (facts.observed) return 15_000;
  return facts.hasRecord && !facts.active ? 120_000 : 60_000;
};

/** Uses the default cadence where a user's cadence throws or returns an invalid interval. */
export function createCheckedCadence(custom: typeof cadence, guard: Guard): typeof cadence {
  let isReported = false;

  function report(returned: unknown): void {
    guard.reportRejection(returned);
    if (isReported) return;
    isReported = true;
    guard.report(invalidRequest('configure', [{ path: 'polling.cadence', message: MESSAGE }]));
  }

  return (facts) => {
    try {
      const intervalMs = custom(facts);
      if (isAmount(intervalMs)) return intervalMs;
      report(intervalMs);
    } catch (error) {
      guard.report(error);
    }
    return cadence(facts);
  };
}

const MESSAGE = 'it must return a number of milliseconds, 0 or more; the default cadence is used instead';
