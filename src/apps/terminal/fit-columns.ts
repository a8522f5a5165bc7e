/** The widths that a column of a table can have, in terminal columns. */
export interface ColumnDemand {
  /** The width of its widest cell. */
  readonly natural: number;
  /** The width to which the column may be cut. */
  readonly least: number;
}

/**
 * Chooses the columns of a table that fit, and their widths. Takes each column that fits at its least width beside the
 * columns before it, and then widens them in the same order.
 *
 * @param demands the most important column first. The first column is always shown.
 * @returns the width of each column; 0 for a column that is left out.
 */
export function fitColumns(demands: readonly ColumnDemand[], available: number, gap: number): number[] {
  let left = available + gap;
  const least = demands.map((demand, at) => {
    const width = Math.min(demand.natural, demand.least);
    if (at > 0 && width + gap > left) return 0;
    left -= width + gap;
    return width;
  });
  return least.map((width, at) => {
    if (width === 0) return 0;
    const wider = Math.max(0, Math.min((demands[at]?.natural ?? width) - width, left));
    left -= wider;
    return width + wider;
  });
}
