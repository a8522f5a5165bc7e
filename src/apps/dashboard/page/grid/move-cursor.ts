/**
 * Where the cursor is after a key: on which row; `undefined` for a key that does not move it. One whose row is gone, or
 * that was nowhere yet, begins at the top.
 *
 * @param page how many rows Page Up and Page Down go
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
