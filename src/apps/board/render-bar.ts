import type { LimitStatus } from '../../core/limits/measure-limit.js';
import type { Palette, Style } from '../terminal/text.js';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Renders a bar. Only a ratio of 1 or more gives a full bar, and only 0 an empty bar. */
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

const LIMIT_STYLES = { critical: 'red', warning: 'yellow', ok: 'green', unlimited: 'dim', unknown: 'dim' } as const;

export function limitStyle(status: LimitStatus, palette: Palette): Style {
  if (status === 'exceeded') return (text) => palette.bold(palette.red(text));
  return palette[LIMIT_STYLES[status]];
}

const LEVELS = [...'▁▂▃▄▅▆▇█'];

export const TREND_COLUMNS = 8;
const MAX_TREND_MS = 3_600_000;

/** Renders the use in the last hour, from 0 to the limit. @param series alternating times and amounts, oldest first */
export function renderTrend(series: readonly number[], limit: number | 'unlimited' | undefined): string {
  const [start = 0, end = 0] = [series[0], series.at(-2)];
  const span = Math.min(end - start, MAX_TREND_MS);
  if (!(span > 0) || typeof limit !== 'number' || !(limit > 0)) return '';
  let place = 0;
  return Array.from({ length: TREND_COLUMNS }, (_, column) => {
    const until = end - (span * (TREND_COLUMNS - 1 - column)) / TREND_COLUMNS;
    while ((series[place + 2] ?? Infinity) <= until) place += 2;
    const level = Math.floor(((series[place + 1] ?? 0) / limit) * LEVELS.length);
    return LEVELS[Math.max(0, Math.min(LEVELS.length - 1, level))] ?? '';
  }).join('');
}
