/** Larger amounts count as this amount, so that the sum does not overflow. */
const MAX_AMOUNT = 2 ** 1000;

/**
 * An exact sum of amounts that can be added and removed. Removing an amount restores the earlier sum, and the order of
 * changes does not matter. A plain number would lose small amounts beside large amounts, and would drift.
 *
 * The sum is stored as a few numbers with non-overlapping bits, in ascending order.
 *
 * @see J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997;
 *   Python's `math.fsum` rounds the parts to one number in the same way
 */
export class ExactSum {
  readonly #parts: number[] = [];
  /** Number of amounts in the sum. */
  count = 0;

  /**
   * Replaces an amount. A value that is not a number is not part of the sum.
   *
   * @returns whether the amount changed.
   */
  change(from: unknown, to: unknown): boolean {
    if (from === to) return false;
    if (typeof from === 'number') {
      this.#add(-Math.min(from, MAX_AMOUNT));
      this.count -= 1;
    }
    if (typeof to === 'number') {
      this.#add(Math.min(to, MAX_AMOUNT));
      this.count += 1;
    }
    return true;
  }

  /** The sum, rounded once to the nearest number; `undefined` without amounts. */
  get value(): number | undefined {
    return this.count === 0 ? undefined : rounded(this.#parts);
  }

  #add(amount: number): void {
    const parts = this.#parts;
    let sum = amount;
    let kept = 0;
    for (const part of parts) {
      const next = sum + part;
      const rest = roundingError(sum, part, next);
      if (rest !== 0) parts[kept++] = rest;
      sum = next;
    }
    parts.length = kept;
    if (sum !== 0) parts.push(sum);
  }
}

/** The exact sum of two numbers minus their rounded sum. */
function roundingError(a: number, b: number, sum: number): number {
  return Math.abs(a) < Math.abs(b) ? a - (sum - b) : b - (sum - a);
}

/** Rounds the sum of non-overlapping parts to the nearest number. */
function rounded(parts: readonly number[]): number {
  let place = parts.length - 1;
  let sum = parts[place] ?? 0;
  let rest = 0;
  while (rest === 0 && place > 0) {
    const part = parts[(place -= 1)] as number;
    const next = sum + part;
    rest = part - (next - sum);
    sum = next;
  }
  // A sum half-way between two numbers was rounded to even, although smaller parts may require the other direction.
  const next = parts[place - 1] ?? 0;
  const isTipped = (rest < 0 && next < 0) || (rest > 0 && next > 0);
  const other = sum + 2 * rest;
  return isTipped && other - sum === 2 * rest ? other : sum;
}
