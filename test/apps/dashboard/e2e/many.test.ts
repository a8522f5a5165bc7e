import { describe, expect, inject, it } from 'vitest';
import { useStage } from './browser.js';
import { openDashboard } from './open-dashboard.js';

const stage = useStage();

const MANY = 10_000;

/** 10,000 records come at ten a second and 20 at once: the test does not wait for them all. */
describe.runIf(inject('hasChromium'))(`of ${MANY} databases the dashboard`, () => {
  it('holds those that can be seen, wherever it is scrolled to, and finds any', async () => {
    const { page, rows, row, grid, find, ids } = await openDashboard(stage, { databases: MANY });
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
      // What makes the rows as they are scrolled to is loaded when there are many.
      const scrolled = async (): Promise<number> => {
        await scrollTo(share);
        return firstRow();
      };
      await expect.poll(scrolled).toBeGreaterThan(share * MANY * 0.9 - 200);
      expect(await rows.count()).toBeLessThan(120);
      expect(await elements()).toBeLessThan(3000);
    }
    const [name = '', id = ''] = [...ids].at(4321) ?? [];
    await find.fill(id);
    await expect.poll(() => rows.count()).toBe(1);
    await expect.poll(() => row(name).or(row(id)).count()).toBe(1);

    // By the wheel, as a person scrolls: rows are there wherever it stops.
    await find.fill('');
    await scrollTo(0);
    await page.mouse.move(640, 600);
    for (let step = 0; step < 30; step += 1) await page.mouse.wheel(0, 2000);
    await expect.poll(firstRow).toBeGreaterThan(500);
    await expect.poll(() => rows.last().isVisible()).toBe(true);
  });
});
