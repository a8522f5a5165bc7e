/** The widths that a column of a table can have, in terminal columns. */
export interface ColumnDemand {
  /** The width of its widest cell. */
  readonly natural: number;
  /** The width to which the column may be cut. */
  readonly least: number;
}

/**
 * Chooses the columns of a table that fit, and their widths. Takes as many leading columns as fit at their least width,
 * and then widens them in the same order.
 *
 * @param demands the most important column first. The first column is always shown.
 * @returns the widths of the columns that fit.
 */
export function fitColumns(demands: readonly ColumnDemand[], available: number, gap: number): number[] {
  const widths: number[] = [];
  let left = available + gap;
  for (const { natural, least } of demands) {
    const width = Math.min(natural, least);
    if (widths.length > 0 && width + gap > left) break;
    widths.push(width);
    left -= width + gap;
  }
  return widths.map((width, at) => {
    const wider = Math.max(0, Math.min((demands[at]?.natural ?? width) - width, left));
    left -= wider;
    return width + wider;
  });
}
