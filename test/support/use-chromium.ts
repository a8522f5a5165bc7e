import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { chromiumLaunch } from './chromium-launch.js';

/** Starts Chromium, if there is one, for the tests of a block. @returns the browser, when the tests run */
export function useChromium(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (inject('hasChromium')) browser = await chromium.launch(chromiumLaunch);
  });
  afterAll(() => browser?.close());
  return () => browser ?? expect.unreachable('Chromium runs in tests only.');
}
