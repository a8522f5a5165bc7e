import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { build, preview } from 'vite';
import { chromiumLaunch, chromiumPath } from '../../support/chromium-launch.js';
import { ensureProgram } from '../../support/ensure-program.js';
import { report } from '../harness/tables.js';
import type { Effort } from '../harness/effort.js';

const ROWS = 1000;

const candidates = [
  { name: 'bare', title: 'bare React over a Map' },
  { name: 'fleetglass', title: 'fleetglass/react' },
  { name: 'query', title: '@tanstack/react-query' },
];

/** Measures the time until one change in a page of 1,000 rows is painted in Chromium, and counts the renders. */
export async function rows({ samples }: Effort): Promise<void> {
  if (!(await ensureProgram(chromiumPath, 'chromium'))) {
    console.log('\nchromium is not installed and could not be: what a page takes is not measured.');
    return;
  }
  await using site = await serveSite();
  // A frame rate would round each measurement up to the next frame.
  const args = [...chromiumLaunch.args, '--disable-frame-rate-limit', '--disable-gpu-vsync'];
  const browser = await chromium.launch({ executablePath: chromiumPath, args });
  try {
    const pages: Page[] = [];
    for (const { name } of candidates)
      pages.push(await openPage(browser, `${site.url}?candidate=${name}&rows=${ROWS}`));
    await measure(`${ROWS} rows in Chromium, one record is polled and changed: until painted`, pages, samples, false);
    await measure(`${ROWS} rows in Chromium, all are polled, one changed: until painted`, pages, samples, true);
  } finally {
    await browser.close();
  }
}

async function measure(title: string, pages: readonly Page[], samples: number, isRound: boolean): Promise<void> {
  const times = pages.map((): number[] => []);
  for (let count = 0; count < samples + WARM_UP; count++) {
    for (const [at, page] of pages.entries()) {
      const { changed, paintedMs, renders } = await page.evaluate((all) => globalThis.sample(all), isRound);
      deepStrictEqual(renders, [changed]);
      const [shown, expected] = await page.evaluate((id) => [globalThis.shown(id), globalThis.expected(id)], changed);
      strictEqual(shown, expected);
      if (count >= WARM_UP) times[at]?.push(paintedMs);
    }
  }
  report(
    title,
    candidates.map((candidate, at) => ({ name: candidate.title, values: times[at] ?? [], remark: '1 row renders' })),
  );
}

const WARM_UP = 3;

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForFunction(() => document.title === 'ready');
  return page;
}

interface Site extends AsyncDisposable {
  readonly url: string;
}

async function serveSite(): Promise<Site> {
  const outDir = await mkdtemp(join(tmpdir(), 'fleetglass-bench-'));
  const options = {
    configFile: false as const,
    root: 'test/bench/rows',
    logLevel: 'error' as const,
    build: { outDir, emptyOutDir: true },
  };
  process.env['NODE_ENV'] = 'production';
  await build(options);
  const server = await preview({ ...options, preview: { host: '127.0.0.1', port: 0 } });
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
