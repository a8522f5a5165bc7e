import { readFile } from 'node:fs/promises';
import { describe, expect, inject, it } from 'vitest';
import { useBrowser } from './browser.js';
import { soon, useDashboard } from './open-dashboard.js';

/** The tests share a page, and each leaves the list of all databases without a selection. */
describe.runIf(inject('hasChromium'))('several databases at once', () => {
  const opened = useDashboard(useBrowser(), { databases: 12, hasClock: true });

  const selectedRows = (): Promise<string[]> =>
    opened().rows.evaluateAll((all) =>
      all
        .filter((one) => one.getAttribute('aria-selected') === 'true')
        .map((one) => one.querySelector('.row-name')?.textContent ?? ''),
    );

  it('are selected with the mouse, a range with Shift, and with the keyboard', async () => {
    const { page, row, rows, details } = opened();
    await page.evaluate(() => (location.hash = '#/databases?sort=name'));
    await expect.poll(() => rows.filter({ hasText: 'active' }).count()).toBe(12);
    // A pointer on the list holds its order, so the rows have to be in their places.
    const firstNames = async (): Promise<string[]> => (await rows.locator('.row-name').allTextContents()).slice(0, 4);
    await expect.poll(firstNames).toEqual(['orders', 'orders-2', 'orders-3', 'page-cache']);
    const box = (name: string) => row(name).locator('.row-select');
    await box('orders').click();
    await box('page-cache').click({ modifiers: ['Shift'] });
    await expect.poll(selectedRows).toEqual(['orders', 'orders-2', 'orders-3', 'page-cache']);
    await box('orders-2').click();
    await expect.poll(selectedRows).toEqual(['orders', 'orders-3', 'page-cache']);
    expect(await details.count()).toBe(0);
    const bar = page.getByRole('toolbar', { name: 'Selected rows' });
    await expect.poll(() => bar.textContent()).toContain('3 selected');
    // A link opens no window.
    await row('orders')
      .locator('.row-name')
      .click({ modifiers: ['Shift'] });
    await expect.poll(() => bar.textContent()).toContain('4 selected');
    expect(page.context().pages()).toHaveLength(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => bar.count()).toBe(0);
    await box('orders').click();
    await bar.getByRole('button', { name: 'Copy ids' }).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => bar.count()).toBe(0);

    await row('orders').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(selectedRows).toEqual(['orders', 'orders-2', 'orders-3']);
    await page.keyboard.press('ControlOrMeta+a');
    await expect.poll(async () => (await selectedRows()).length).toBe(12);
    await page.getByRole('checkbox', { name: 'Select all rows' }).uncheck();
    await expect.poll(selectedRows).toEqual([]);
  });

  it('are copied as ids and as lines for redis-cli without secrets, and saved as CSV without formulas', async () => {
    const { page, row, rows, ids, control, button } = opened();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    const formula = '=HYPERLINK("http://x","a"),1';
    const id = ids.get('sessions') ?? '';
    await control.databases.set(id, { database_name: formula });
    await button('Refresh everything').click();
    await row(formula).locator('.row-select').click();
    await row('orders').locator('.row-select').click();
    await button('Copy ids').click();
    await expect.poll(async () => new Set((await clipboard()).split('\n'))).toEqual(new Set([id, ids.get('orders')]));
    expect(await button('Save CSV').locator('~ [role="status"]').textContent()).toBe('Copied 2 ids');
    await row('orders-2').locator('.row-select').click();
    expect(await button('Save CSV').locator('~ [role="status"]').textContent()).toBe('');
    await row('orders-2').locator('.row-select').click();
    await button('Copy redis-cli lines').click();
    await expect.poll(clipboard).toMatch(/^(redis-cli( --tls)? -h \S+ -p \d+ --askpass\n?){2}$/);
    const download = page.waitForEvent('download');
    await button('Save CSV').click();
    const csv = await readFile(await (await download).path(), 'utf8');
    const [head = '', ...lines] = csv.split('\r\n');
    expect(head).toMatch(/^\ufeffid,database_name,state,.*,db_memory_threshold_used,db_memory_threshold/);
    expect(lines).toHaveLength(3);
    expect(csv).toContain(`,"'=HYPERLINK(""http://x"",""a""),1",active,`);
    expect(csv).not.toMatch(/password|token/);
    await control.databases.set(id, { database_name: 'sessions' });
    await button('Refresh everything').click();
    await row('sessions').waitFor();
    await button('Clear the selection').click();
    expect(await rows.count()).toBe(12);
  });

  it('are compared on one chart, two to six, each by the share of its own limit', async () => {
    const { page, row, ids, use, button } = opened();
    const now = Date.now();
    for (const [name, used] of [
      ['orders', 500],
      ['orders-2', 250],
    ] as const)
      for (const minutes of [3, 2, 1, 0])
        use(name, { db_max_clients: used - 10 * minutes, db_memory_threshold: 1e6 }, now - minutes * 60_000);
    await soon(opened(), () => row('orders-2').textContent()).toContain('25 %');
    await row('orders').locator('.row-select').click();
    expect(await button('Compare').isDisabled()).toBe(true);
    await row('orders-2').locator('.row-select').click();
    await button('Compare').click();
    const dialog = page.getByRole('dialog', { name: 'Compare 2 databases' });
    await dialog.getByRole('radio', { name: 'Connections' }).check();
    const legend = dialog.getByRole('listitem');
    await expect.poll(() => legend.allTextContents()).toEqual(['orders50 %', 'orders-225 %']);
    const chart = dialog.getByRole('slider', { name: /^Connections, share of the limit/ });
    await chart.focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => legend.allTextContents()).toEqual(['orders48 %', 'orders-223 %']);
    // Compared rows that are gone close nothing.
    for (const name of ['orders', 'orders-2']) ids.delete(name);
    const compared = page.locator('.row-name').filter({ hasText: /^orders(-2)?$/ });
    await soon(opened(), () => compared.count()).toBe(0);
    await expect.poll(() => legend.count()).toBe(2);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
  });
});
