import { existsSync } from 'node:fs';
import { ensureProgram } from './ensure-program.js';

/** The paths in Debian. Playwright would download its own Chromium, which no registry has. */
export const chromiumPath = '/usr/bin/chromium';
/** Chromium without windows. It needs a third of the processor time to open a page. */
const shellPath = '/usr/bin/chromium-headless-shell';

/** Launch options of Chromium: root cannot use its sandbox, and the shared memory of a container is small. */
export const chromiumLaunch = {
  // Read at each launch, because the test run may install the shell.
  get executablePath() {
    return existsSync(shellPath) ? shellPath : chromiumPath;
  },
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
};

/** Whether Chromium is available, or could be installed. Without its headless shell, pages open in Chromium itself. */
export async function ensureChromium(): Promise<boolean> {
  const hasChromium = await ensureProgram(chromiumPath, 'chromium');
  if (hasChromium) await ensureProgram(shellPath, 'chromium-headless-shell');
  return hasChromium;
}
