import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, inject } from 'vitest';
import { readPage, type Page } from '../../../../src/apps/dashboard/server/page.js';
import { root } from '../../../docs/root.js';
import { useChromium } from '../../../support/use-chromium.js';

/** A browser, and the page built from the current sources. */
export type BrowserHarness = ReturnType<typeof useBrowser>;

/** Starts Chromium before the tests of a file. */
export function useBrowser() {
  const browser = useChromium();
  let page: Page | undefined;
  beforeAll(async () => {
    if (!inject('hasChromium')) return;
    const folder = inject('dashboardPage') ?? join(root, 'dist/dashboard');
    page = await readPage(pathToFileURL(`${folder}/`));
  });
  return {
    get browser() {
      return browser();
    },
    get page() {
      return page ?? expect.unreachable('The page is available in tests only.');
    },
  };
}
