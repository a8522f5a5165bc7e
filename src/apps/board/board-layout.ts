/** The pane takes lines that the list does not need. One that a person opened also takes lines from the list. */
const MIN_PANE = 4;
const ASKED_SHARE = 0.4;
const MIN_LIST = 3;

/**
 * Divides the lines between the list and the pane below it, whose first line is empty.
 *
 * @param listLines the lines of all rows with their headings
 */
export function layoutBoard(
  rows: number,
  listLines: number,
  { isPaneAsked }: { readonly isPaneAsked: boolean },
): { readonly list: number; readonly pane: number } {
  const left = rows - listLines;
  const asked = Math.min(Math.max(MIN_PANE, Math.floor(rows * ASKED_SHARE)), rows - MIN_LIST);
  const pane = Math.max(left, isPaneAsked ? asked : 0);
  return pane < MIN_PANE ? { list: rows, pane: 0 } : { list: rows - pane, pane };
}

/** Returns the range of `count` rows that a window of `size` rows shows around the selected row. `end` is exclusive. */
export function visibleRange(count: number, size: number, selected: number): { first: number; end: number } {
  const first = Math.max(0, Math.min(selected - Math.floor(size / 2), count - size));
  return { first, end: Math.min(count, first + size) };
}
