import type { Locator } from 'playwright';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { useBrowser } from './browser.js';
import { soon, useDashboard } from './open-dashboard.js';

const MINUTE = 60_000;

const textOf = (locator: Locator): Promise<string> => locator.textContent().then((text) => text ?? '');

/** The tests share a page with the open details of `orders`: its usage grew for 40 minutes, with a gap of 15 minutes. */
describe.runIf(inject('hasChromium'))('the details of the dashboard', () => {
  const opened = useDashboard(useBrowser(), { hasClock: true });

  beforeAll(async () => {
    const { row, details, use, page } = opened();
    await row('orders').filter({ hasText: 'active' }).waitFor();
    const now = Date.now();
    for (let minute = 40; minute >= 0; minute -= 1) {
      if (minute < 30 && minute > 15) continue;
      use('orders', { db_memory_threshold: (1 - minute / 400) * 0.9 * 1024 ** 3 }, now - minute * MINUTE);
    }
    // The page asks for usage every 2 s.
    await page.clock.fastForward(2000);
    await row('orders').getByRole('link').click();
    await details.getByRole('slider', { name: 'Memory over time' }).waitFor();
  });

  it('show the most used sections first, and collapse the rest', async () => {
    const { details, page } = opened();
    const titles = await details.getByRole('heading', { level: 3 }).allTextContents();
    expect(titles).toEqual(['Usage', 'Connect', 'Other limits', 'Activity', 'All fields']);
    expect(await details.getByText('Storage engine').isVisible()).toBe(false);
    await details.getByText('Settings', { exact: true }).click();
    await expect.poll(() => details.getByText('Storage engine').isVisible()).toBe(true);
    expect(await page.evaluate(() => document.querySelectorAll('details[open]').length)).toBe(1);
  });

  it('move through the values of a chart with the arrow keys and the pointer, without a value in a gap', async () => {
    const { details, page } = opened();
    const chart = details.getByRole('slider', { name: 'Memory over time' });
    const value = (): Promise<string | null> => chart.getAttribute('aria-valuetext');
    const tip = page.locator('.chart-tip');
    await expect.poll(value).toMatch(/^\d\d:\d\d:\d\d: 922 MiB · 90 %$/);
    await page.keyboard.press('Tab');
    await chart.focus();
    await page.keyboard.press('Home');
    await expect.poll(value).toMatch(/829 MiB · 81 %$|830 MiB · 81 %$/);
    await expect.poll(() => textOf(tip)).toMatch(/829 MiB · 81 %|830 MiB · 81 %/);
    const first = await value();
    await page.keyboard.press('ArrowRight');
    await expect.poll(value).not.toBe(first);
    await page.keyboard.press('End');
    await expect.poll(value).toMatch(/922 MiB/);
    await page.keyboard.press('Tab');
    await expect.poll(() => tip.isVisible()).toBe(false);
    const plot = details.locator('.u-over').first();
    const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {};
    const pointAt = (share: number): Promise<void> =>
      plot.hover({ position: { x: Math.round(share * width), y: height / 2 } });
    await pointAt(0.01);
    await expect.poll(() => textOf(tip)).toMatch(/\d MiB · 8\d %/);
    await pointAt(0.4);
    await expect.poll(() => textOf(tip)).toMatch(/^No data/);
  });

  it('offer the values of a chart as a table, and other periods', async () => {
    const { details } = opened();
    await details.getByText('Table of memory').click();
    await expect.poll(() => details.getByRole('row').count()).toBeGreaterThan(20);
    await expect.poll(() => textOf(details.getByRole('row').nth(1))).toMatch(/922 MiB · 90 %/);
    await details.getByText('24 h', { exact: true }).click();
    await expect.poll(() => details.getByRole('radio', { name: '24 h' }).isChecked()).toBe(true);
    await expect.poll(() => details.getByRole('slider').count()).toBe(1);
  });

  it('mark the last known values in an outage, with the message of the service collapsed', async () => {
    const { details, control, button } = opened();
    await control.faults.inject({ kind: 'status', status: 503 });
    await button('Refresh now').click();
    await soon(opened(), () => textOf(details)).toMatch(
      /Last known values, confirmed \d+ s ago\. The service does not answer/,
    );
    await expect.poll(() => textOf(details.locator('[data-troubled]'))).toBe('activelast known');
    expect(await details.locator('.state[data-stale=false]').count()).toBe(0);
    expect(await details.getByText('503').first().isVisible()).toBe(false);
    await details.getByText('Technical details').click();
    await expect.poll(() => details.getByText('503').first().isVisible()).toBe(true);
    await control.faults.clear();
    await soon(opened(), () => textOf(details)).not.toContain('Last known values');
  });

  it('announce a pending change and a state other than active', async () => {
    const { details, control, ids, button } = opened();
    await control.databases.set(ids.get('orders') ?? '', { state: 'suspended', modifying_state: 'updating' });
    await button('Refresh now').click();
    const problems = details.getByRole('status', { name: 'Problems' });
    await soon(opened(), () => textOf(problems)).toMatch(
      /This database is suspended, since \d\d:\d\dChange in progress: updating, since \d\d:\d\d$/,
    );
    // The same after a reload: the server keeps it.
    const { page } = opened();
    await page.reload();
    await expect.poll(() => textOf(problems)).toMatch(/suspended, since \d\d:\d\dChange in progress: updating, since/);
  });

  it('begin with each problem, its start and the usual value, and collapse limits without a problem', async () => {
    const { row, details, use, page, ids, control, button } = opened();
    const now = Date.now();
    for (let minute = 30; minute >= 0; minute -= 1) {
      const commands = minute > 10 ? 110 : 2717;
      use('sessions', { db_max_commands_per_second: commands, db_max_clients: 10 }, now - minute * MINUTE);
    }
    await row('sessions').getByRole('link').click();
    const problems = details.getByRole('status', { name: 'Problems' });
    const began = new Date(now - 10 * MINUTE);
    const day =
      began.getDate() === new Date(now).getDate() ? '' : `${began.getDate()} ${began.toDateString().slice(4, 7)}, `;
    const since = day + began.toTimeString().slice(0, 5);
    await soon(opened(), () => problems.allTextContents()).toEqual([
      `Commands 2,717 of 1,000 a second, since ${since}; usually 110`,
    ]);
    // Not only a green badge.
    await expect.poll(() => textOf(details.locator('[data-troubled]'))).toBe('activeBeyond a limit');
    const first = details.getByRole('heading', { level: 4 });
    expect(await first.allTextContents()).toEqual(['Commands per second']);
    const quiet = details.getByRole('region', { name: 'Usage' }).locator('.folded > summary');
    expect(await quiet.allTextContents()).toEqual([expect.stringMatching(/^Connections10 of /)]);
    expect((await quiet.boundingBox())?.height).toBeLessThan(36);
    await quiet.click();
    await details.getByRole('slider', { name: 'Connections over time' }).waitFor();
    await control.databases.set(ids.get('sessions') ?? '', { state: 'suspended' });
    await button('Refresh now').click();
    await soon(opened(), () => textOf(problems)).toMatch(/usually 110This database is suspended, since/);
    await page.keyboard.press('Escape');
  });

  it('show events in a chart to the keyboard, to the pointer and in the table, and zoom', async () => {
    const { row, details, page } = opened();
    await row('sessions').getByRole('link').click();
    const chart = details.getByRole('slider', { name: 'Commands per second over time' });
    await chart.focus();
    await page.keyboard.press('End');
    await expect
      .poll(() => chart.getAttribute('aria-valuetext'))
      .toMatch(/2,717 · 271 %; .*Became suspended, was active/);
    await expect.poll(() => textOf(details.locator('.chart-tip').first())).toContain('Became suspended, was active');
    await chart.blur();
    const plot = details.locator('.u-over').first();
    const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {};
    await plot.hover({ position: { x: width - 3, y: height / 2 } });
    await expect.poll(() => textOf(details.locator('.chart-tip').first())).toContain('Became suspended, was active');
    await details.getByText('Table of commands per second').click();
    const rows = details.getByRole('region', { name: 'Commands per second values' }).getByRole('row');
    await expect.poll(() => textOf(rows.nth(1))).toContain('Became suspended, was active');
    const before = await chart.screenshot();
    await details.getByRole('button', { name: 'Zoom to the data', pressed: false }).click();
    await details.getByRole('button', { name: 'Zoom to the data', pressed: true }).waitFor();
    await expect.poll(async () => (await chart.screenshot()).equals(before)).toBe(false);
    await row('orders').getByRole('link').click();
  });

  it('expand over the list, and shrink again', async () => {
    const { row, details, button, grid, page } = opened();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role'));
    const width = async (): Promise<number> => (await details.boundingBox())?.width ?? 0;
    expect(await width()).toBeLessThan(700);
    await button('Expand details').click();
    await expect.poll(width).toBe(1280);
    await expect.poll(() => grid.isVisible()).toBe(false);
    // A hidden row cannot have the focus. A row gets the focus when the details close.
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('row');
    await row('orders').getByRole('link').click();
    await button('Expand details').click();
    await expect.poll(() => grid.isVisible()).toBe(true);
    // A radio button is no field for text.
    const radio = details.getByRole('radio').first();
    await radio.focus();
    await page.keyboard.press('j');
    await expect.poll(focused).toBe('row');
    await radio.focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => details.count()).toBe(0);
    // The rows also get the focus back when their selection is cleared.
    await expect.poll(focused).toBe('row');
    await page.keyboard.press('Space');
    await button('Clear the selection').press('Enter');
    await expect.poll(focused).toBe('row');
  });
});
