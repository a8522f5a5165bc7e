/** The smallest part of an amount that counts, as a power of two: what is rounded once is added and taken away alike. */
const PARTS = 1024;

/** Above this, amounts would not fit a number as so many parts. */
const MAX_AMOUNT = 2 ** 1000;

/**
 * A sum that stays right however often amounts come and go. With numbers it would not: 2^63 added and taken away
 * again takes with it what is small.
 */
export class ExactSum {
  #parts = 0n;

  /** @param to what an amount is now, @param from what it was. */
  change(from: number, to: number): void {
    this.#parts += partsOf(to) - partsOf(from);
  }

  get value(): number {
    return Number(this.#parts) / PARTS;
  }
}

function partsOf(amount: number): bigint {
  return BigInt(Math.round(Math.min(amount, MAX_AMOUNT) * PARTS));
}
