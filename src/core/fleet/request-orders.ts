/**
 * Requests have whole numbers, and changes without a request have fractions. The numbers of a group are as large as the
 * microseconds since 1970, where a double has no smaller fraction.
 */
const FRACTION = 0.25;

/**
 * Numbers requests in the order of their start, by whole numbers. An answer to an older request never overwrites a newer
 * answer. In a group, each request has the number of its turn.
 */
export class RequestOrders {
  latest = 0;

  /** The number of a request that starts now. @param turn the number of its turn of the shared rate */
  start(turn = Math.floor(this.latest) + 1): number {
    this.receive(turn);
    return turn;
  }

  /**
   * A number for a change without a request: below the number of every later request, and not below any number so far.
   * From the third change after a request on, the numbers are equal.
   */
  forChange(): number {
    const order = Math.min(this.latest + FRACTION, Math.floor(this.latest) + 1 - FRACTION);
    this.receive(order);
    return order;
  }

  receive(order: number): void {
    this.latest = Math.max(this.latest, order);
  }
}
