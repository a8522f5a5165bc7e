import type { LimitStatus } from '../../core/limits/measure-limit.js';
import type { Palette, Style } from '../terminal/palette.js';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Renders a bar. Only a ratio of 1 or more is a full bar, and only 0 is an empty one. */
export function renderBar(ratio: number, columns: number): string {
  const all = 8 * columns;
  // A ratio of NaN is an empty bar.
  const eighths = ratio >= 1 ? all : Math.max(0, Math.min(all - 1, Math.ceil(ratio * all)) || 0);
  const bar = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
  return bar + '░'.repeat(columns - bar.length);
}

export function alertStyle(
  { state, severity }: { readonly state: string; readonly severity: string },
  { red, yellow, dim }: Palette,
): Style {
  if (state !== 'firing') return dim;
  return severity === 'critical' ? red : yellow;
}

export function limitStyle(status: LimitStatus, palette: Palette): Style {
  switch (status) {
    case 'exceeded':
      return (text) => palette.bold(palette.red(text));
    case 'critical':
      return palette.red;
    case 'warning':
      return palette.yellow;
    case 'ok':
      return palette.green;
    case 'unlimited':
    case 'unknown':
      return palette.dim;
  }
}
