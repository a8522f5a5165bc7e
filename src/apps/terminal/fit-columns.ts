/** What a column of a table asks for, in terminal columns. */
export interface ColumnDemand {
  /** What its widest cell takes. */
  readonly natural: number;
  /** What it is content with. */
  readonly least: number;
}

/**
 * Decides which columns of a table are shown, and how wide: the first ones, as many as fit at their least width;
 * what room is left goes to them in the same order.
 *
 * @param demands the most important column first; that one is always shown.
 * @returns the widths of the columns that are shown.
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
