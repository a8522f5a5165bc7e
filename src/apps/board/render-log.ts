import { cutText } from '../terminal/cut-text.js';
import type { RenderOptions } from '../terminal/render-options.js';
import type { LogEntry } from './log-entry.js';

const NAME_COLUMNS = 14;

/** The log, the newest first. @param rows lines, the headline included */
export function renderLog(log: readonly LogEntry[], rows: number, { columns, palette }: RenderOptions): string[] {
  const title = palette.bold('TRANSITIONS') + palette.dim('  the newest first, UTC');
  if (log.length === 0) return [title, palette.dim('  Nothing has changed yet.')];
  const styles = { seen: String, done: palette.cyan, failed: palette.red };
  const newest = log.toReversed().slice(0, Math.max(0, rows - 1));
  const lines = newest.map(({ at, who, what, kind }) => {
    const name = cutText(who, NAME_COLUMNS).padEnd(NAME_COLUMNS);
    const rest = cutText(`${name}  ${what}`, columns - TIME_COLUMNS);
    return `  ${palette.dim(timeOf(at))}  ${styles[kind](rest)}`;
  });
  return [title, ...lines];
}

const TIME_COLUMNS = '  00:00:00  '.length;

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}
