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
  /** A number greater than every number so far, and less than that of every later request: for a change without one. */
  now(): number;
  /** Notes a number of another member. */
  note(order: number): void;
}

/** Requests have whole numbers. The changes between two requests have fractions. */
const FRACTION = 2 ** -20;

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
    now: () => note(latest + FRACTION),
    note,
  };
}
