import { describe, expect, inject, it } from 'vitest';
import { scaled } from '../../../support/scale.js';
import { useBrowser } from './browser.js';
import { openDashboard, useDashboard } from './open-dashboard.js';

const harness = useBrowser();

const MANY = scaled({ short: 1000, long: 10_000 });
const STEPS = scaled({ short: 6, long: 30 });

describe.runIf(inject('hasChromium'))(`the dashboard with ${MANY} databases`, () => {
  const opened = useDashboard(harness, { databases: MANY });

  it('renders only the visible rows at any scroll position, and finds any row', async () => {
    const { page, rows, row, grid, find, ids } = opened();
    await expect.poll(() => rows.count()).toBeGreaterThan(5);
    expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThanOrEqual(MANY);
    const elements = (): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);
    const scrollTo = (share: number): Promise<void> =>
      page.evaluate((to) => {
        const scrollers = [...document.querySelectorAll('*')].filter(
          (one) => one.scrollHeight > one.clientHeight + 1000,
        );
        for (const scroller of scrollers) scroller.scrollTop = to * scroller.scrollHeight;
      }, share);
    const firstRow = async (): Promise<number> => Number(await rows.first().getAttribute('aria-rowindex'));
    for (const share of [0.25, 0.5, 1]) {
      // The virtualizer is loaded on demand, so the first scroll may come too early.
      const scrolled = async (): Promise<number> => {
        await scrollTo(share);
        return firstRow();
      };
      await expect.poll(scrolled).toBeGreaterThan(share * MANY * 0.9 - 200);
      expect(await rows.count()).toBeLessThan(120);
      expect(await elements()).toBeLessThan(3000);
    }
    const [name = '', id = ''] = [...ids].at(0.4321 * MANY) ?? [];
    await find.fill(id);
    await expect.poll(() => rows.count()).toBe(1);
    await expect.poll(() => row(name).or(row(id)).count()).toBe(1);

    // The wheel scrolls in many small steps. Rows are visible where it stops.
    await find.fill('');
    await scrollTo(0);
    await page.mouse.move(640, 600);
    for (let step = 0; step < STEPS; step += 1) await page.mouse.wheel(0, 2000);
    await expect.poll(firstRow).toBeGreaterThan(STEPS * 16);
    await expect.poll(() => rows.last().isVisible()).toBe(true);
  });

  it('receives at most 10 kB a second, in few requests, while nothing changes', async () => {
    const { page, firstLine } = MANY === 1000 ? opened() : await openDashboard(harness, { databases: 1000 });
    await expect.poll(() => firstLine.textContent(), { timeout: 90_000 }).toBe('All 1,000 databases are active');
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      // Parts of the page are loaded while it is idle.
      if (request.url().includes('/assets/')) return;
      sizes.push(request.sizes().then(({ responseHeadersSize: head, responseBodySize: body }) => head + body));
    });
    const beganMs = performance.now();
    const elapsedMs = (): number => performance.now() - beganMs;
    await expect.poll(elapsedMs).toBeGreaterThan(scaled({ short: 10_000, long: 25_000 }));
    expect(sizes.length).toBeGreaterThan(0);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    const seconds = elapsedMs() / 1000;
    expect(bytes / seconds).toBeLessThan(10_000);
    expect(sizes.length / seconds).toBeLessThan(5);
  });
});
