import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { root } from '../docs/root.js';
import { axeViolations } from '../support/axe-violations.js';
import { execute } from '../support/execute.js';
import { problemsOf } from '../support/page-problems.js';
import { useChromium } from '../support/use-chromium.js';
import { serveFolder, withoutFetch } from './static-site.js';

const LANDING_BYTES = 200_000;
const site = join(root, 'node_modules/.cache/site');

describe.skipIf(!inject('hasChromium'))('The site', () => {
  let address = '';
  const browser = useChromium();
  beforeAll(async () => {
    // A dead link between the pages fails the build.
    const env = { ...process.env, NODE_OPTIONS: `--import ${JSON.stringify(withoutFetch)}` };
    await execute('npx', ['vitepress', 'build', 'docs'], { cwd: root, env });
    // Below a folder, as on GitHub Pages.
    const server = await serveFolder(join(site, '..'));
    address = `${server.address}site/`;
    return server.close;
  });

  async function open(path: string, options: BrowserContextOptions = {}) {
    const page = await browser().newPage(options);
    onTestFinished(() => page.close());
    // Errors of the page, and requests of other hosts.
    const problems = problemsOf(page);
    // The files of the site that the page has loaded.
    const files = new Set<string>();
    page.on('request', (request) => {
      const url = request.url();
      if (url.startsWith(address)) files.add(new URL(url.slice(address.length), 'http://site/').pathname);
      else if (!url.startsWith('blob:')) problems.push(`request of ${url}`);
    });
    await page.goto(address + path);
    return { page, problems, files };
  }

  test('shows on its landing page a fleet whose service a visitor can break and repair', async () => {
    const { page, problems } = await open('index.html');
    const status = page.getByRole('status').filter({ hasText: 'Polling' });
    const press = (name: string): Promise<void> => page.getByRole('button', { name }).click();
    const orders = page.getByRole('row', { name: 'orders' });
    await orders.filter({ hasText: /active.* % / }).waitFor();
    await status.filter({ hasText: 'Polling: running' }).waitFor();
    await press('Outage');
    await status.filter({ hasText: 'Polling: stopped. The service does not answer.' }).waitFor();
    await orders.filter({ hasText: 'active last answer: unavailable' }).waitFor();
    await press('Recover');
    await status.filter({ hasText: 'Polling: running' }).waitFor();
    await press('Too many requests');
    await status.filter({ hasText: 'Polling: held' }).waitFor();
    await press('Recover');
    await status.filter({ hasText: 'Polling: running' }).waitFor();
    await press('Suspend');
    await orders.filter({ hasText: 'suspended' }).waitFor();
    await press('Recover');
    await orders.filter({ hasText: 'active' }).waitFor();
    expect(problems).toEqual([]);
  });

  test.each([390, 1280])(
    'loads at most 200 kB gzip for its landing page, which does not shift at %d px',
    async (width) => {
      const { page, problems, files } = await open('index.html', { viewport: { width, height: 1800 } });
      await page.getByRole('row', { name: 'orders' }).filter({ hasText: ' % ' }).waitFor();
      await page.waitForLoadState('networkidle');
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const sumOf = (list: PerformanceEntry[]): number =>
              list.reduce((sum, entry) => sum + (entry as PerformanceEntry & { readonly value: number }).value, 0);
            new PerformanceObserver((list) => resolve(sumOf(list.getEntries()))).observe({
              type: 'layout-shift',
              buffered: true,
            });
            setTimeout(resolve, 1000, 0);
          }),
      );
      const texts = await Promise.all([...files].map((file) => readFile(join(site, file))));
      const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
      console.log(`The landing page at ${width} px: ${files.size} files, ${bytes} bytes gzip, layout shift ${shift}`);
      expect(files.size).toBeGreaterThan(5);
      expect(bytes).toBeLessThanOrEqual(LANDING_BYTES);
      expect(shift).toBeLessThan(0.01);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(problems).toEqual([]);
    },
  );

  test('finds a page by a word of it, and links to the API reference', async () => {
    const { page, problems } = await open('guide.html');
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('Retry-After');
    await page.getByRole('option', { name: 'Polling' }).first().click();
    await page.waitForURL(/polling\.html#/);
    await page.getByRole('heading', { level: 1, name: 'Polling' }).waitFor();
    await page
      .getByRole('navigation', { name: 'Main Navigation' })
      .getByRole('link', { name: 'API reference' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'fleetglass' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('runs a program in a frame without the origin of the site and without a network', async () => {
    const { page, problems } = await open('try.html');
    const output = page.getByRole('log');
    await page.getByRole('button', { name: 'Run' }).click();
    await output.filter({ hasText: /at rest\nConnections .* warning$/ }).waitFor();
    const attempts =
      "try { parent.document } catch ({ name }) { console.log(name) }; await fetch('https://example.com/')";
    await page.getByLabel('Program').fill(attempts);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('status').filter({ hasText: 'failed' }).waitFor();
    expect(await output.textContent()).toBe('SecurityError\nError: TypeError: Failed to fetch');
    // The browser reports that the frame's policy refused the request.
    expect(problems.filter((problem) => !problem.includes('Content Security Policy'))).toEqual([]);
  });

  test.each(['React', 'Vue', 'Solid', 'Preact', 'Lit'])('runs the example of %s', async (framework) => {
    const { page, problems } = await open('try.html');
    await page.getByLabel('Example').selectOption(framework);
    await page.getByRole('button', { name: 'Run' }).click();
    const program = page.frameLocator('iframe');
    await program.getByRole('button', { name: 'Create a database' }).click();
    await program.getByRole('listitem').filter({ hasText: 'sessions-1: creating' }).waitFor();
    await program.getByRole('listitem').filter({ hasText: 'sessions-1: active' }).waitFor();
    await program.getByRole('button', { name: 'Create a database' }).click();
    await program.getByRole('listitem').filter({ hasText: 'sessions-2: creating' }).waitFor();
    expect(await page.getByRole('log').textContent()).toBe('');
    expect(problems).toEqual([]);
  });

  test.each(['index.html', 'guide.html', 'try.html'])('has no serious problem of accessibility: %s', async (path) => {
    const { page, problems } = await open(path, { colorScheme: 'light' });
    const isDark = (): Promise<boolean> => page.evaluate(() => document.documentElement.classList.contains('dark'));
    await page.waitForLoadState('networkidle');
    expect([await isDark(), await seriousProblems(page)]).toEqual([false, []]);
    await page.getByRole('switch').first().click();
    expect([await isDark(), await seriousProblems(page)]).toEqual([true, []]);
    expect(problems).toEqual([]);
  });
});

async function seriousProblems(page: Page): Promise<string[]> {
  return (await axeViolations(page)).filter((problem) => /^(?:serious|critical)/.test(problem));
}
