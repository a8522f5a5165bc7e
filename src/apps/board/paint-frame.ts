import stringWidth from 'fast-string-width';

const RESET = '\u001b[0m';
const CLEAR_REST = '\u001b[K';

/** Synchronized output: the terminal shows the text between these codes at once. Other terminals ignore them. */
const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';

/**
 * Returns the text that updates the lines on a terminal. It contains the changed lines only, each with its position.
 *
 * @param before the lines on the screen, from the top; an empty list for a clear screen
 * @param columns the width of the terminal
 */
export function paintFrame(before: readonly string[], after: readonly string[], columns: number): string {
  const changes: string[] = [];
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const line = after[at] ?? '';
    if (line === (before[at] ?? '')) continue;
    // On a full line the code would clear the last character.
    const rest = stringWidth(line) < columns ? CLEAR_REST : '';
    // Text without escape codes needs no reset.
    const reset = line.includes('\u001b') ? RESET : '';
    changes.push(`\u001b[${at + 1};1H${line}${reset}${rest}`);
  }
  return changes.length === 0 ? '' : BEGIN + changes.join('') + END;
}
