import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { chromiumLaunch } from './chromium-launch.js';

/** Starts Chromium for the tests of a block, if it is installed. @returns how tests get the browser */
export function useChromium(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (inject('hasChromium')) browser = await chromium.launch(chromiumLaunch);
  });
  afterAll(() => browser?.close());
  return () => browser ?? expect.unreachable('Chromium runs in tests only.');
}
