const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * A bar of so many terminal columns. It is full when all is used, and only then; a little use is never nothing.
 *
 * @param ratio share that is used; more than 1 is as 1.
 */
export function renderBar(ratio: number, columns: number): string {
  const all = 8 * columns;
  const eighths = ratio >= 1 ? all : Math.max(0, Math.min(all - 1, Math.ceil(ratio * all)) || 0);
  const bar = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
  return bar + '░'.repeat(columns - bar.length);
}
