import { render } from 'ink';
import type { CommandIo } from '../terminal/command-io.js';
import { Board, type BoardActions, type BoardProps } from './board.js';
import { enterAlternateScreen } from './alternate-screen.js';

/** Shows the board on the alternate screen of the terminal until the user quits or the signal aborts. */
export async function showBoard(
  { stdin, stdout, stderr }: CommandIo,
  props: Omit<BoardProps, 'actions'>,
  actions: Omit<BoardActions, 'quit'>,
  signal: AbortSignal,
): Promise<void> {
  const screen = enterAlternateScreen(stdout);
  // The first frame is empty, because Ink reports an error in the first frame to no later `waitUntilExit`.
  const board = render(null, {
    stdin,
    stdout: screen.frames,
    stderr,
    exitOnCtrlC: false,
    patchConsole: false,
    // Ink then writes whole frames. Its own updates clear more lines than necessary, or the wrong lines.
    debug: true,
  });
  const quit = (): void => board.unmount();
  // Leaves the screen at once, because a second signal ends the process.
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
