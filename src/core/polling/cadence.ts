/** What a cadence is decided by: what the last answer said, and who watches. */
export interface CadenceFacts {
  /** What is polled: one database, or the list of vector indices. */
  readonly resource: 'database' | 'vector-index-list';
  /** There is a record, be it stale. */
  readonly hasRecord: boolean;
  /** The record says that a change is under way. */
  readonly modifying: boolean;
  /** The record says that the database is active. */
  readonly active: boolean;
  /** The service said that there is no such id. */
  readonly missing: boolean;
  /** Somebody waits for it to change. */
  readonly waiting: boolean;
  /** Somebody subscribes to it. */
  readonly observed: boolean;
  /** Somebody asked to keep it known. */
  readonly tracked: boolean;
}

/**
 * Says how often something is polled: the milliseconds from one poll to the next. `Infinity`: not by itself. It is
 * asked after each answer and each change of interest, so it must be quick. Where one of yours throws, or gives
 * anything but a number, 0 or more, the default counts, and `onError` hears of it.
 */
export type Cadence = (facts: CadenceFacts) => number;

/**
 * How often things are polled unless you say otherwise. A database that a `waitFor` waits for: 2 s. A missing one: 300 s.
 * One with a change under way: 2 s; observed: 15 s; tracked: 60 s, or 120 s while it is not active. The list of vector
 * indices: 30 s while it is observed, 120 s otherwise.
 *
 * @example
 * ```ts
 * const calm: Cadence = (facts) => 4 * cadence(facts);
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
