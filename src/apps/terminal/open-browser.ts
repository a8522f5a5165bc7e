import { spawn } from 'node:child_process';
import { systemClock } from '../../core/shared/clock.js';

/** The programs that open an address in the browser of the user, by platform. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // `start` is not a program, and its shell would read parts of the address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** An opener that still runs by then shows the browser. */
const WAIT_MS = 2000;

/**
 * Opens an address in a browser.
 *
 * @param addressOf called if there may be a browser
 * @returns `false` if no browser can be opened, as without a screen
 */
export async function openInBrowser(env: NodeJS.ProcessEnv, addressOf: () => Promise<string>): Promise<boolean> {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  // Without a screen, xdg-open would start a browser for terminals.
  if (program === 'xdg-open' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'] && !env['BROWSER']) return false;
  const address = await addressOf();
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { env, stdio: 'ignore', detached: true });
    const cancel = systemClock.schedule(() => resolve(true), WAIT_MS);
    const end = (isOpen: boolean): void => {
      cancel();
      resolve(isOpen);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
    child.unref();
  });
}
