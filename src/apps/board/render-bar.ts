const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * Renders a bar. Only a ratio of 1 or more is a full bar, and only 0 is an empty one.
 *
 * @param ratio the used share
 */
export function renderBar(ratio: number, columns: number): string {
  const all = 8 * columns;
  const eighths = ratio >= 1 ? all : Math.max(0, Math.min(all - 1, Math.ceil(ratio * all)) || 0);
  const bar = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
  return bar + '░'.repeat(columns - bar.length);
}
