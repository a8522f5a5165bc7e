/**
 * Returns the row of the cursor after a key, or `undefined` for a key that does not move it. Without a row, or if its
 * row was removed, the cursor starts at the top.
 *
 * @param page the number of rows that Page Up and Page Down move
 */
export function moveCursor(
  key: string,
  ids: readonly string[],
  cursor: string | undefined,
  page: number,
): string | undefined {
  const at = cursor === undefined ? -1 : ids.indexOf(cursor);
  const target = targetOf(key, at, ids.length - 1, page);
  return target === undefined ? undefined : ids[Math.max(0, Math.min(ids.length - 1, target))];
}

function targetOf(key: string, at: number, last: number, page: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return at + 1;
    case 'ArrowUp':
      return at - 1;
    case 'PageDown':
      return at + page;
    case 'PageUp':
      return at - page;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
