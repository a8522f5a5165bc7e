import { render } from 'ink';
import type { CommandIo } from '../terminal/command-io.js';
import { Board, type BoardActions, type BoardProps } from './board.js';
import { enterOtherScreen } from './other-screen.js';

/** Shows the board on the terminal's other screen until somebody quits there, or the signal aborts. */
export async function showBoard(
  { stdin, stdout, stderr }: CommandIo,
  props: Omit<BoardProps, 'actions'>,
  actions: Omit<BoardActions, 'quit'>,
  signal: AbortSignal,
): Promise<void> {
  const screen = enterOtherScreen(stdout);
  // Nothing at first: of a failure in its first frame Ink would tell nobody who waits for its end later.
  const board = render(null, {
    stdin,
    stdout: screen.frames,
    stderr,
    exitOnCtrlC: false,
    patchConsole: false,
    // Each frame is written whole. Ink's own ways to replace one by the next clear more than changed, or miscount.
    debug: true,
  });
  const quit = (): void => board.unmount();
  // At once: a second signal ends the process, and the terminal is to be clean by then.
  const stop = (): void => {
    quit();
    screen.leave();
  };
  signal.addEventListener('abort', stop);
  try {
    const ended = board.waitUntilExit();
    board.rerender(<Board {...props} actions={{ ...actions, quit }} />);
    if (signal.aborted) stop();
    await ended;
  } finally {
    signal.removeEventListener('abort', stop);
    screen.leave();
  }
}
