import { cutText } from '../terminal/cut-text.js';
import type { RenderOptions } from '../terminal/render-options.js';
import type { LogEntry } from './log-entry.js';

const NAME_COLUMNS = 14;

/** Renders the log, newest entry first. @param rows the number of lines, including the heading */
export function renderLog(log: readonly LogEntry[], rows: number, { columns, palette }: RenderOptions): string[] {
  const title = palette.bold('LOG') + palette.dim('  newest first, UTC');
  if (log.length === 0) return [title, palette.dim('  No changes yet.')];
  const styles = { seen: String, done: palette.cyan, failed: palette.red };
  const newest = log.toReversed().slice(0, Math.max(0, rows - 1));
  const lines = newest.map(({ at, label, text, kind }) => {
    const name = cutText(label, NAME_COLUMNS).padEnd(NAME_COLUMNS);
    const rest = cutText(`${name}  ${text}`, columns - TIME_COLUMNS);
    return `  ${palette.dim(timeOf(at))}  ${styles[kind](rest)}`;
  });
  return [title, ...lines];
}

const TIME_COLUMNS = '  00:00:00  '.length;

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}
