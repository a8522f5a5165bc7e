import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, inject } from 'vitest';
import { readPage, type Page } from '../../../../src/apps/dashboard/server/page.js';
import { root } from '../../../docs/root.js';
import { chromiumLaunch } from '../../../support/chromium-launch.js';

/** A browser, and the page built from the current sources. */
export interface BrowserHarness {
  readonly browser: Browser;
  readonly page: Page;
}

/** Starts Chromium before the tests of a file. */
export function useBrowser(): BrowserHarness {
  let harness: BrowserHarness | undefined;
  beforeAll(async () => {
    if (!inject('hasChromium')) return;
    const folder = inject('dashboardPage') ?? join(root, 'dist/dashboard');
    const page = await readPage(pathToFileURL(`${folder}/`));
    harness = { page, browser: await chromium.launch({ ...chromiumLaunch }) };
  });
  afterAll(() => harness?.browser.close());
  return {
    get browser() {
      return present(harness).browser;
    },
    get page() {
      return present(harness).page;
    },
  };
}

export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The browser and its pages are available in tests only.');
  return value;
}
