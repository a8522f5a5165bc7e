import { Writable } from 'node:stream';
import type { ScreenSize } from './board-layout.js';
import { paintFrame } from './paint-frame.js';

const ENTER = '\u001b[?1049h\u001b[?25l\u001b[2J';
/** Cleared first: some terminals mix the screens when their size has changed meanwhile. */
const LEAVE = '\u001b[2J\u001b[H\u001b[?1049l\u001b[?25h';
const CLEAR = '\u001b[2J';

/** The terminal's other screen: when it is left, what was there before comes back. */
export interface OtherScreen {
  /** Takes whole frames, and tells of another size. */
  readonly frames: NodeJS.WriteStream;
  /** Goes back, cursor and all. */
  leave(): void;
}

/**
 * Goes to the terminal's other screen. It is left in whatever way the process ends, as far as that can be noticed, and
 * before anything is printed about why.
 */
export function enterOtherScreen(terminal: NodeJS.WriteStream): OtherScreen {
  let shown: readonly string[] = [];
  let isThere = true;

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
    if (isThere && text !== '') terminal.write(text);
  }

  function resize(): void {
    Object.assign(frames, sizeOf(terminal));
    // What a terminal makes of lines that no longer fit is its own affair.
    shown = [];
    terminal.write(CLEAR);
    frames.emit('resize');
  }

  function leave(): void {
    if (!isThere) return;
    isThere = false;
    terminal.off('resize', resize);
    process.off('exit', leave);
    process.off('uncaughtExceptionMonitor', leave);
    terminal.write(LEAVE);
  }

  terminal.write(ENTER);
  terminal.on('resize', resize);
  process.once('exit', leave);
  process.once('uncaughtExceptionMonitor', leave);
  // What Ink asks of a stream is what this one has; no terminal, so that it gets frames and nothing but frames.
  return { frames: frames as unknown as NodeJS.WriteStream, leave };
}

/** Some terminals say 0 when they do not know. */
function sizeOf({ columns, rows }: NodeJS.WriteStream): ScreenSize {
  return { columns: columns || 80, rows: rows || 24 };
}
