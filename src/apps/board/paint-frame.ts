import stringWidth from 'fast-string-width';

const RESET = '\u001b[0m';
const CLEAR_REST = '\u001b[K';

/** Terminals that know these show what is between them at once; the others ignore them. */
const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';

/**
 * What to write to a terminal so that it shows other lines than before: only those that changed, each at its place.
 *
 * @param before what it shows, from the top; an empty list for a screen that is clear.
 * @param columns its width.
 */
export function paintFrame(before: readonly string[], after: readonly string[], columns: number): string {
  const changes: string[] = [];
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const line = after[at] ?? '';
    if (line === (before[at] ?? '')) continue;
    // At the end of a full line there is nothing to clear, and the clearing would take the last character along.
    const rest = stringWidth(line) < columns ? CLEAR_REST : '';
    // Without colours there is none to end, and nothing that looks like one.
    const reset = line.includes('\u001b') ? RESET : '';
    changes.push(`\u001b[${at + 1};1H${line}${reset}${rest}`);
  }
  return changes.length === 0 ? '' : BEGIN + changes.join('') + END;
}
