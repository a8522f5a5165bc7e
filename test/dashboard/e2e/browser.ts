import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { readPage, type Page } from '../../../src/cli/dashboard/page.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Where Debian has it. */
const executablePath = '/usr/bin/chromium';

/** Building the page on a machine that is busy with other tests. */
const BUILD_LIMIT_MS = 120_000;

/** A browser, and the page as it is built from these sources. */
export interface Stage {
  readonly browser: Browser;
  readonly page: Page;
}

/** Builds the page and starts Chromium before the tests of a file. */
export function useStage(): Stage {
  let browser: Browser | undefined;
  let page: Page | undefined;
  beforeAll(async () => {
    // Chromium refuses to sandbox what root starts, and the shared memory of a container is small.
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    [page, browser] = await Promise.all([buildPage(), chromium.launch({ executablePath, args })]);
  }, BUILD_LIMIT_MS);
  afterAll(() => browser?.close());
  return {
    get browser() {
      return present(browser);
    },
    get page() {
      return present(page);
    },
  };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The stage is there when a test runs, not before.');
  return value;
}

/** By a process of its own: Vite takes the environment of this one for a reason to build for development. */
async function buildPage(): Promise<Page> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'fleetglass-page-'));
  try {
    const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '-c', 'test/package/dashboard.config.ts'];
    const env = { ...process.env, NODE_ENV: 'production', VITEST: '' };
    await run(process.execPath, [...vite, '--outDir', folder, '--logLevel', 'error'], { cwd: root, env });
    return await readPage(pathToFileURL(`${folder}/`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
