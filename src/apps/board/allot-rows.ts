/** What a section of the board asks for, in lines. */
export interface RowDemand {
  /** With less than this it makes no sense. */
  readonly least: number;
  /** More than this it cannot use. */
  readonly natural: number;
}

/**
 * Divides lines among sections. Each gets its least, the first ones first, as long as there are enough; those for
 * which there are not, and those that can use none, get none. What is left goes round, a line at a time, to those who can use more.
 *
 * @param demands the most important one first.
 */
export function allotRows(available: number, demands: readonly RowDemand[]): number[] {
  let left = available;
  const rows = demands.map(({ least, natural }) => {
    if (least > left || natural === 0) return 0;
    left -= least;
    return least;
  });
  const isHungry = (at: number): boolean => {
    const has = rows[at] ?? 0;
    return has > 0 && has < (demands[at]?.natural ?? 0);
  };
  while (left > 0 && demands.some((_, at) => isHungry(at))) {
    for (const at of demands.keys()) {
      if (left === 0 || !isHungry(at)) continue;
      rows[at] = (rows[at] ?? 0) + 1;
      left -= 1;
    }
  }
  return rows;
}
