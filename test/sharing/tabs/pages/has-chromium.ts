import { chromiumLaunch } from '../../../support/chromium-launch.js';
import { ensureProgram } from '../../../support/ensure-program.js';

/** Without Chromium, the tests in pages are skipped with a warning; in CI they fail. */
export const hasChromium = await ensureProgram(chromiumLaunch.executablePath, 'chromium');

if (!hasChromium) {
  const message = 'chromium is not installed and could not be: the tests of sharing in pages cannot run';
  if (process.env['CI'] !== undefined) throw new Error(message);
  console.warn(`${message}, and are skipped.`);
}
