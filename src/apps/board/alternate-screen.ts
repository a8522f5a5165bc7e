import { Writable } from 'node:stream';
import type { ScreenSize } from './board-layout.js';
import { paintFrame } from './paint-frame.js';

const ENTER = '\u001b[?1049h\u001b[?25l\u001b[2J';
/** Clears the screen first, because some terminals mix both screens after a change of their size. */
const LEAVE = '\u001b[2J\u001b[H\u001b[?1049l\u001b[?25h';
const CLEAR = '\u001b[2J';

/** The alternate screen of a terminal. The previous content returns when the program leaves it. */
export interface AlternateScreen {
  /** A stream that accepts whole frames, and emits `resize`. */
  readonly frames: NodeJS.WriteStream;
  /** Restores the previous screen and the cursor. */
  leave(): void;
}

/**
 * Switches to the alternate screen. It is left when the process exits or throws, before the error is printed. SIGKILL
 * cannot be handled.
 */
export function enterAlternateScreen(terminal: NodeJS.WriteStream): AlternateScreen {
  let shown: readonly string[] = [];
  let isActive = true;

  const frames = Object.assign(
    new Writable({
      decodeStrings: false,
      write(frame: string, _, done) {
        if (frame !== '') show(frame);
        done();
      },
    }),
    sizeOf(terminal),
  );

  function show(frame: string): void {
    const lines = frame.split('\n').slice(0, frames.rows);
    const text = paintFrame(shown, lines, frames.columns);
    shown = lines;
    if (isActive && text !== '') terminal.write(text);
  }

  function resize(): void {
    Object.assign(frames, sizeOf(terminal));
    // Terminals differ in how they wrap lines that no longer fit, so the screen is drawn again.
    shown = [];
    terminal.write(CLEAR);
    frames.emit('resize');
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
  // Ink uses only these members of a stream. Without `isTTY`, it writes only frames.
  return { frames: frames as unknown as NodeJS.WriteStream, leave };
}

/** Some terminals report 0 for an unknown size. */
function sizeOf({ columns, rows }: NodeJS.WriteStream): ScreenSize {
  return { columns: columns || 80, rows: rows || 24 };
}
