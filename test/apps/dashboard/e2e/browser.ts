import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, inject } from 'vitest';
import { readPage, type Page } from '../../../../src/apps/dashboard/server/page.js';
import { chromiumLaunch } from '../../../support/chromium-launch.js';

/** A browser, and the page as it is built from these sources. */
export interface Stage {
  readonly browser: Browser;
  readonly page: Page;
}

/** Starts Chromium before the tests of a file. */
export function useStage(): Stage {
  let stage: Stage | undefined;
  beforeAll(async () => {
    if (!inject('hasChromium')) return;
    const page = await readPage(pathToFileURL(`${inject('dashboardPage')}/`));
    stage = { page, browser: await chromium.launch({ ...chromiumLaunch }) };
  });
  afterAll(() => stage?.browser.close());
  return {
    get browser() {
      return present(stage).browser;
    },
    get page() {
      return present(stage).page;
    },
  };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The stage is there when a test runs, not before.');
  return value;
}
