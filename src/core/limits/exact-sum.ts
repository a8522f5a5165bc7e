/** Larger amounts count as this one, so that no sum of them overflows. */
const MAX_AMOUNT = 2 ** 1000;

/**
 * The sum of those amounts that are known, exact however often amounts come and go: adding an amount and taking it away
 * leaves the sum as it was, and the order of changes makes no difference. A plain number would lose small amounts
 * beside large ones, and would drift.
 *
 * The sum is kept as a few numbers that do not overlap, from the smallest to the largest, whose exact sum it is.
 *
 * @see J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997;
 *   Python's `math.fsum` rounds the parts to one number in the same way
 */
export class ExactSum {
  readonly #parts: number[] = [];
  /** How many amounts the sum has. */
  count = 0;

  /**
   * @param from what an amount was, @param to what it is; a value that is not a number is not part of the sum.
   * @returns whether anything changed.
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

  /** The exact sum, rounded once to the nearest number. The sum of no amounts is not 0: it is `undefined`, not known. */
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

/** The exact difference between the sum of two numbers and that sum as it was rounded. */
function roundingError(a: number, b: number, sum: number): number {
  return Math.abs(a) < Math.abs(b) ? a - (sum - b) : b - (sum - a);
}

/** Rounds the sum of parts that do not overlap to the nearest number. */
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
  // A sum half-way between two numbers was rounded to the even one, although smaller parts may tip it the other way.
  const next = parts[place - 1] ?? 0;
  const isTipped = (rest < 0 && next < 0) || (rest > 0 && next > 0);
  const other = sum + 2 * rest;
  return isTipped && other - sum === 2 * rest ? other : sum;
}
