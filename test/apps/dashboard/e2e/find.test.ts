import type { Locator } from 'playwright';
import { describe, expect, inject, it } from 'vitest';
import { sampleAlert } from '../../../support/sample-alert.js';
import { useBrowser } from './browser.js';
import { openDashboard, soon, useDashboard, type OpenDashboard, type OpenOptions } from './open-dashboard.js';

const harness = useBrowser();

/** The tests share a page, and each leaves the list of all databases. */
describe.runIf(inject('hasChromium'))('finding in the dashboard', () => {
  const viewport = { width: 1440, height: 900 };
  const opened = useDashboard(harness, { databases: 40, hasClock: true, browser: { viewport } });

  const headingsOf = ({ rows }: OpenDashboard): Promise<string[]> =>
    rows.evaluateAll((all) => all.flatMap((one) => one.getAttribute('data-heading') ?? []));

  /** The number of rows that are whole on the screen. */
  const wholeRows = ({ rows }: OpenDashboard): Promise<number> =>
    rows.evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect());
      return boxes.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length;
    });

  it('keeps groups and columns in its address, and both under a name', async () => {
    const on = opened();
    const { page, rows, row, open, find, button } = on;
    await row('orders').waitFor();
    const menu = page.getByText('View', { exact: true });
    await menu.click();
    await page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Name prefix' });
    // On the text of the label, which has no focus.
    await page.getByRole('group', { name: 'Columns' }).getByText('Region', { exact: true }).click();
    expect(await page.getByRole('checkbox', { name: 'Region' }).isChecked()).toBe(false);
    await expect.poll(() => headingsOf(on)).toEqual(['orders · 10', 'page · 10', 'rate · 10', 'sessions · 10']);
    expect(page.url()).toContain('?group=prefix&columns=');
    const region = rows.first().locator('[data-column="region"]');
    expect(await region.isVisible()).toBe(false);
    await page.getByRole('textbox', { name: 'Name of this view' }).fill('By prefix');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.keyboard.press('Escape');
    // As another tab does: the list of indices has a view of the same name.
    await page.evaluate(() => {
      const views = JSON.parse(localStorage.getItem('fleetglass.views') ?? '[]') as object[];
      views.push({ name: 'By prefix', view: 'index', query: {} });
      localStorage.setItem('fleetglass.views', JSON.stringify(views));
      dispatchEvent(new StorageEvent('storage'));
    });
    await menu.click();
    await expect.poll(() => page.getByRole('link', { name: 'By prefix' }).count()).toBe(2);
    await page.getByRole('button', { name: 'Delete By prefix' }).last().click();
    await expect.poll(() => page.getByRole('link', { name: 'By prefix' }).count()).toBe(1);
    await page.keyboard.press('Escape');
    await find.fill('no such database');
    await button('Clear search and filters').click();
    await expect.poll(() => headingsOf(on)).toHaveLength(4);
    expect(await region.isVisible()).toBe(false);
    await open('Databases');
    await expect.poll(() => region.isVisible()).toBe(true);
    await page.reload();
    await menu.click();
    await page.getByRole('link', { name: 'By prefix' }).click();
    await expect.poll(() => headingsOf(on)).toHaveLength(4);
    expect(await region.isVisible()).toBe(false);
    await page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Region' });
    await expect.poll(async () => (await headingsOf(on))[0]).toBe('Belgium, europe-west1 · 10');
    await page.getByRole('button', { name: 'Delete By prefix' }).press('Enter');
    await expect.poll(() => page.getByRole('link', { name: 'By prefix' }).count()).toBe(0);
    // The keyboard stays in the menu.
    expect(await page.evaluate(() => document.activeElement?.classList.contains('menu-saved'))).toBe(true);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.getByRole('textbox', { name: 'Name of this view' }).fill('Lost');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Not saved: ').waitFor();
    expect(await page.getByRole('link', { name: 'Lost' }).count()).toBe(0);
    await page.reload();
    await open('Databases');
  });

  it('shows at least 18 dense rows at 1440 x 900, also after a reload', async () => {
    const on = opened();
    const { page, row } = on;
    on.use('orders', { db_max_clients: 950 });
    await soon(on, () => row('orders').textContent()).toContain('95 %');
    expect(await wholeRows(on)).toBeLessThan(18);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('dense');
    await page.keyboard.press('Enter');
    await expect.poll(() => wholeRows(on)).toBeGreaterThanOrEqual(18);
    await page.reload();
    await row('orders').waitFor();
    await expect.poll(() => wholeRows(on)).toBeGreaterThanOrEqual(18);
  });

  it('cuts off no line of a row and no control if the browser has twice the usual text size', async () => {
    const { page, row } = await openDashboard(harness);
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await page.reload();
    const cells = row('orders').locator('[data-column]');
    await cells.getByText('active').waitFor();
    expect(
      await cells.evaluateAll((all) => all.filter((cell) => cell.scrollHeight > cell.clientHeight).map(String)),
    ).toEqual([]);
    const { x = 0, width = 0 } = (await page.getByText('View', { exact: true }).boundingBox()) ?? {};
    expect(x + width).toBeLessThan(1280);
  });
});

describe.runIf(inject('hasChromium'))('the dashboard on a touch screen', () => {
  it('cuts off no amount and no status, has targets of 24 px, and wraps a long id, on a small phone', async () => {
    const phone = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };
    const on = await openDashboard(harness, { hasClock: true, browser: phone });
    const { page, use, control, row, details, button, status, addIds } = on;
    const overflow = (one: Locator) => one.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    use('orders', { db_max_clients: 800 }, Date.now() - 60_000);
    use('orders', { db_max_clients: 900, db_max_commands_per_second: 4130 });
    await soon(on, () => row('orders').textContent()).toContain('90 %');
    await row('orders').getByRole('link').click();
    const amount = details.getByText('4,130 of 10,000');
    await amount.waitFor();
    expect(await overflow(amount)).toBe(0);
    for (const target of [button('Copy id'), details.getByText('Table')])
      expect((await target.last().boundingBox({ timeout: 5000 }))?.height).toBeGreaterThanOrEqual(24);
    await button('Close details').click();
    const id = 'mistyped'.repeat(8);
    await addIds(id);
    await details.getByText('has no database with this id').waitFor();
    expect(await details.getByRole('heading', { level: 2 }).getAttribute('title')).toBe(id);
    await button('Remove from this page').click();
    const dialog = page.getByRole('dialog');
    expect(await overflow(dialog)).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await button('Close details').click();
    await control.faults.inject({ kind: 'status', status: 503 });
    await button('Refresh everything').click();
    await status.getByText('Details').click();
    await status.getByText(/^Last error: /).waitFor();
    const { x = 0, width = 0 } = (await page.locator('.status-popover').boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(320);
  });

  it('has the checkbox that selects all rows beside the title of the names, on a tablet', async () => {
    const readAlerts: OpenOptions['readAlerts'] = async () => ({ silences: [], alerts: [sampleAlert()] });
    const tablet = { viewport: { width: 1024, height: 768 }, isMobile: true, hasTouch: true };
    const { page, row, rows, open } = await openDashboard(harness, { readAlerts, browser: tablet });
    await row('orders').waitFor();
    const checkbox = await page.getByRole('checkbox', { name: 'Select all rows' }).boundingBox();
    const title = await page.getByRole('button', { name: 'Name' }).boundingBox();
    expect(title?.x).toBeGreaterThan((checkbox?.x ?? 0) + (checkbox?.width ?? 0));
    await open('Alerts');
    // Rows without a checkbox leave no room for it. The rows of the first view may still be there.
    await expect.poll(async () => (await rows.first().getByRole('rowheader').boundingBox())?.x).toBe(24);
  });

  it('begins its rows in the upper half, and has its filters behind one button, on a phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const on = await openDashboard(harness, { databases: 12, hasClock: true, browser: phone });
    const { page, rows, row, use, find, details } = on;
    use('orders', { db_max_clients: 1001 });
    use('page-cache', { db_memory_threshold: 0.95 * 1024 ** 3 });
    await row('orders').waitFor();
    await soon(on, () => row('orders').textContent()).toContain('100 %');
    await expect.poll(async () => (await rows.first().boundingBox())?.y ?? 844).toBeLessThan(422);
    const plan = page.getByRole('combobox', { name: 'Filter by plan' });
    expect(await plan.count()).toBe(0);
    await page.getByText('Filters and view').click();
    await plan.selectOption({ label: 'Free' });
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByText('Filters (1) and view').waitFor();
    await find.fill('sessions');
    expect(await find.evaluate((field) => getComputedStyle(field).paddingRight)).toBe('8px');
    await row('sessions').getByRole('link').click();
    await details.waitFor();
    // Nothing behind the details can have the focus.
    expect(await page.getByRole('main').getByRole('row').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  });
});
