/** The number of lines that a section of the board needs. */
export interface RowDemand {
  /** With fewer lines the section is not shown. */
  readonly min: number;
  /** The section has no use for more lines. */
  readonly max: number;
}

/**
 * Divides lines among sections. First each section gets its minimum, in order, while there are enough lines. Sections
 * without enough lines get none. The remaining lines are then distributed one at a time, in turn.
 *
 * @param demands the most important section first
 */
export function allotRows(available: number, demands: readonly RowDemand[]): number[] {
  let left = available;
  const rows = demands.map(({ min, max }) => {
    if (min > left || max === 0) return 0;
    left -= min;
    return min;
  });
  const canGrow = (at: number): boolean => {
    const has = rows[at] ?? 0;
    return has > 0 && has < (demands[at]?.max ?? 0);
  };
  while (left > 0 && demands.some((_, at) => canGrow(at))) {
    for (const at of demands.keys()) {
      if (left === 0 || !canGrow(at)) continue;
      rows[at] = (rows[at] ?? 0) + 1;
      left -= 1;
    }
  }
  return rows;
}
