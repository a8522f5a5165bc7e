import { describe, expect, inject, it } from 'vitest';
import { scaled } from '../../../support/scale.js';
import { useBrowser } from './browser.js';
import { openDashboard } from './open-dashboard.js';

const harness = useBrowser();

const MANY = scaled({ short: 1000, long: 10_000 });
const STEPS = scaled({ short: 6, long: 30 });

describe.runIf(inject('hasChromium'))(`the dashboard with ${MANY} databases`, () => {
  it('renders only the visible rows at any scroll position, and finds any row', async () => {
    const { page, rows, row, grid, find, ids } = await openDashboard(harness, { databases: MANY });
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
});
