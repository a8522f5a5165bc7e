import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { build, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { chromiumLaunch } from '../support/chromium-launch.js';
import { root } from './root.js';
import { checkProject } from './check-project.js';

const folder = join(root, 'docs/examples');
const entries = await readdir(folder, { withFileTypes: true });
// The example of the monitor is no page.
const examples = entries
  .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'index.html')))
  .map(({ name }) => name);
const BUILD_MS = 120_000;

describe.skipIf(!inject('hasChromium'))('the example for', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch(chromiumLaunch);
  });
  afterAll(() => browser.close());

  test.each(examples)('%s builds and behaves as its guide shows', { timeout: BUILD_MS }, async (name) => {
    await using app = await buildAndServe(join(folder, name));
    const page = await browser.newPage();
    const problems: unknown[] = [];
    page.on('pageerror', (error) => problems.push(error));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(app.url);

    await page.getByRole('heading', { name: 'Fleet' }).waitFor();
    await page.getByText('0 databases, 1 vector indices').waitFor();
    const requests: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && requests.push(request.url())));
    for (const blank of ['', '  ']) {
      await page.getByRole('textbox', { name: 'Name' }).fill(blank);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.locator('input:invalid').waitFor();
    }
    await page.getByRole('textbox', { name: 'Name' }).fill('sessions');
    await page.getByRole('button', { name: 'Create' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'sessions' });
    await row.filter({ hasText: 'creating' }).waitFor();
    await row.filter({ hasText: 'active' }).waitFor();
    expect(requests).toHaveLength(1);
    await page.getByText('1 databases, 1 vector indices').waitFor();

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Polling: paused').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Polling: running').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  test.each(examples.filter((name) => existsSync(join(folder, name, 'tsconfig.json'))))(
    '%s compiles',
    { timeout: BUILD_MS },
    (name) => {
      expect(checkProject(join(folder, name, 'tsconfig.json'))).toEqual([]);
    },
  );
});

interface App extends AsyncDisposable {
  readonly url: string;
}

/** Builds and serves an example with its own configuration, like `vite build` and `vite preview`. */
async function buildAndServe(example: string): Promise<App> {
  const outDir = await mkdtemp(join(tmpdir(), 'fleetglass-example-'));
  const options = { root: example, logLevel: 'warn' as const, build: { outDir, emptyOutDir: true } };
  // With Vitest's NODE_ENV, the frameworks would build for development.
  vi.stubEnv('NODE_ENV', 'production');
  await build(options);
  vi.unstubAllEnvs();
  const server = await preview({ ...options, preview: { host: '127.0.0.1', port: 0 } });
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
