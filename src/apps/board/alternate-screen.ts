import stringWidth from 'fast-string-width';

export type ScreenSize = Pick<NodeJS.WriteStream, 'columns' | 'rows'>;

const ENTER = '\u001b[?1049h\u001b[?25l\u001b[2J';
/** Clears the screen first, because some terminals mix both screens after a change of their size. */
const LEAVE = '\u001b[2J\u001b[H\u001b[?1049l\u001b[?25h';
const CLEAR = '\u001b[2J';

/**
 * Switches to the alternate screen. The previous content returns when the process exits or throws, before the error is
 * printed, but not after SIGKILL, which cannot be handled.
 *
 * @param onResize called after the size has changed and the screen was cleared
 */
export function enterAlternateScreen(terminal: NodeJS.WriteStream, onResize: () => void) {
  let shown: readonly string[] = [];
  let isActive = true;

  function resize(): void {
    // Terminals wrap lines that no longer fit in different ways, so all lines are drawn again.
    shown = [];
    terminal.write(CLEAR);
    onResize();
  }

  function leave(): void {
    if (!isActive) return;
    isActive = false;
    terminal.off('resize', resize);
    process.off('exit', leave);
    process.off('uncaughtExceptionMonitor', leave);
    terminal.write(LEAVE);
  }

  terminal.write(ENTER);
  terminal.on('resize', resize);
  process.once('exit', leave);
  process.once('uncaughtExceptionMonitor', leave);
  return {
    get size(): ScreenSize {
      return sizeOf(terminal);
    },
    /** Shows lines from the top. Writes only the lines that changed. Lines below the last row are not shown. */
    show(lines: readonly string[]): void {
      const { columns, rows } = sizeOf(terminal);
      const visible = lines.slice(0, rows);
      const text = paintFrame(shown, visible, columns);
      shown = visible;
      if (isActive && text !== '') terminal.write(text);
    },
    /** Asks the terminal to copy a text: OSC 52. Terminals that do not know it, or do not permit it, ignore it. */
    copy(text: string): void {
      if (isActive) terminal.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
    },
    leave,
  };
}

/** Some terminals report 0 for an unknown size. */
function sizeOf({ columns, rows }: NodeJS.WriteStream): ScreenSize {
  return { columns: columns || 80, rows: rows || 24 };
}

const RESET = '\u001b[0m';
const CLEAR_REST = '\u001b[K';

/** Synchronized output: the terminal shows the text between these codes at once. Other terminals ignore them. */
const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';

/** Returns the changed lines with their positions. @param before the lines on the screen; empty for a clear screen */
export function paintFrame(before: readonly string[], after: readonly string[], columns: number): string {
  const changes: string[] = [];
  for (let row = 0; row < Math.max(before.length, after.length); row++) {
    const line = after[row] ?? '';
    if (line === (before[row] ?? '')) continue;
    // On a full line, `CLEAR_REST` would clear the last character.
    const rest = stringWidth(line) < columns ? CLEAR_REST : '';
    // Text without escape codes needs no reset.
    const reset = line.includes('\u001b') ? RESET : '';
    changes.push(`\u001b[${row + 1};1H${line}${reset}${rest}`);
  }
  return changes.length === 0 ? '' : BEGIN + changes.join('') + END;
}
