/**
 * Numbers requests in the order of their start. An answer to an older request never overwrites a newer answer.
 *
 * In a fleet that shares its polling, each request has the number of its turn, which orders it among the requests of all
 * members.
 */
export interface RequestOrders {
  /** The greatest number so far. */
  readonly latest: number;
  /** The number of a request that starts now. @param turn the number of its turn of the shared rate */
  start(turn?: number): number;
  /**
   * A number for a change without a request: less than that of every later request, and greater than every number so far. After
   * many changes without a request, it is the number of the last of them.
   */
  now(): number;
  /** Notes a number of another member. */
  note(order: number): void;
}

/**
 * Requests have whole numbers. The changes between two requests have fractions: a group numbers requests by microseconds,
 * beside which a double has no smaller fraction.
 */
const FRACTION = 0.25;

export function createRequestOrders(): RequestOrders {
  let latest = 0;

  function note(order: number): number {
    latest = Math.max(latest, order);
    return order;
  }

  return {
    get latest() {
      return latest;
    },
    start: (turn = Math.floor(latest) + 1) => note(turn),
    now: () => note(Math.min(latest + FRACTION, Math.floor(latest) + 1 - FRACTION)),
    note,
  };
}
