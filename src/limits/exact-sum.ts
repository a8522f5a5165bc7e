/** The smallest part of an amount that counts, as a power of two: what is rounded once is added and taken away alike. */
const PARTS = 1024;

/** Above this, amounts would not fit a number as so many parts. */
const MAX_AMOUNT = 2 ** 1000;

/**
 * A sum of those amounts that are known. It stays right however often amounts come and go; with numbers it would not:
 * 2^63 added and taken away again takes with it what is small.
 */
export class ExactSum {
  // In two: numbers are quick, and exact for as long as they are safe integers. Whatever would lead beyond them is
  // added to the other part.
  #near = 0;
  #far = 0n;
  /** How many amounts are in it. */
  count = 0;

  /**
   * @param from what an amount was, @param to what it is; whatever is no number is none.
   * @returns whether anything changed.
   */
  change(from: unknown, to: unknown): boolean {
    if (from === to) return false;
    if (typeof from === 'number') {
      this.#add(-partsOf(from));
      this.count -= 1;
    }
    if (typeof to === 'number') {
      this.#add(partsOf(to));
      this.count += 1;
    }
    return true;
  }

  /** Of nothing the sum is not 0: it is not known. */
  get value(): number | undefined {
    if (this.count === 0) return undefined;
    return (this.#far === 0n ? this.#near : Number(this.#far + BigInt(this.#near))) / PARTS;
  }

  #add(parts: number): void {
    const near = this.#near + parts;
    if (Number.isSafeInteger(near)) this.#near = near;
    else this.#far += BigInt(parts);
  }
}

function partsOf(amount: number): number {
  return Math.round(Math.min(amount, MAX_AMOUNT) * PARTS);
}
