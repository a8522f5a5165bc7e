import type { Route } from 'playwright';
import { describe, expect, inject, it } from 'vitest';
import { useBrowser } from './browser.js';
import { lifecycle, soon, useDashboard } from './open-dashboard.js';

/** The tests share a page, and each leaves the list of all databases. */
describe.runIf(inject('hasChromium'))('the dashboard', () => {
  const opened = useDashboard(useBrowser(), { hasClock: true });

  it('shows each database and vector index with its fields', async () => {
    const { row, rows, open, button, page } = opened();
    await row('sessions').waitFor();
    await expect.poll(() => rows.count()).toBe(4);
    await expect.poll(() => row('orders').textContent()).toMatch(/active.*N\. Virginia.*AWS us-east-1.*Pay as you go/);
    await open('Vector indices');
    await expect.poll(() => rows.count()).toBe(3);
    await expect.poll(() => row('catalogue').textContent()).toMatch(/Hybrid/);
    await expect.poll(() => button('New database').isEnabled()).toBe(true);
    // No monitor is connected.
    expect(await page.getByRole('link', { name: /^Alerts/ }).textContent()).toBe('Alerts ');
    await open('Databases');
  });

  it('shows the short id, and copies the whole id', async () => {
    const { page, row, details, ids } = opened();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const id = ids.get('orders') ?? '';
    await row('orders').hover();
    await row('orders').getByRole('button', { name: 'Copy id' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(id);
    expect(await details.count()).toBe(0);
    await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))));
    await row('orders').getByRole('button', { name: 'Copied' }).click();
    await row('orders').getByRole('button', { name: 'Copy failed' }).waitFor();
    const shown = row('orders').getByText(`${id.slice(0, 8)}…`);
    await expect.poll(() => shown.isVisible()).toBe(true);
    await page.reload();
  });

  it('moves no row under the pointer, and offers the new order', async () => {
    const { row, rows, control, ids, button, page } = opened();
    const rename = (name: string): Promise<unknown> =>
      control.databases.set(ids.get('orders') ?? '', { database_name: name });
    await expect.poll(() => rows.first().textContent()).toContain('orders');
    await row('page-cache').hover();
    await rename('zebra');
    await page.keyboard.press('r');
    await soon(opened(), () => rows.first().textContent()).toContain('zebra');
    await button('New order').click();
    await expect.poll(() => rows.first().textContent()).toContain('page-cache');
    await expect.poll(() => button('New order').count()).toBe(0);
    await rename('orders');
    await button('Refresh everything').click();
    await row('orders').waitFor();
  });

  it('shows the use of limits in the summary, the row and the details, and labels simulated use once', async () => {
    const { row, firstLine, details, use, page } = opened();
    await expect.poll(() => firstLine.textContent()).toBe('All 4 databases are active');
    const icon = (): Promise<string | null> => page.locator('link[rel="icon"]').getAttribute('href');
    const calm = await icon();
    const minutesAgo = (minutes: number): number => Date.now() - minutes * 60_000;
    use('orders', { db_max_clients: 400 }, minutesAgo(5));
    use('orders', { db_max_clients: 420 }, minutesAgo(4));
    use('orders', { db_max_clients: 500 }, minutesAgo(0));
    use('sessions', { db_max_clients: 10 }, Date.now(), 'simulated load');
    await soon(opened(), () => row('orders').textContent()).toMatch(/50 %.*Connections.*500 of 1,000/);
    await row('orders').getByRole('img', { name: 'Connections, last 5 min: 400 to 500' }).waitFor();
    await expect.poll(() => firstLine.textContent()).toBe('All 4 databases are healthy');
    await expect.poll(() => page.getByText('simulated').count()).toBe(1);
    use('orders', { db_max_clients: 1001 });
    await soon(opened(), () => firstLine.textContent()).toBe('3 healthy, 1 beyond its connection limit');
    await expect.poll(() => page.title()).toBe('(1) fleetglass');
    await expect.poll(icon).not.toBe(calm);
    await expect.poll(() => row('orders').textContent()).toMatch(/100 %.*Connections/);
    await row('orders').getByRole('link').click();
    await expect.poll(() => details.textContent()).toMatch(/Connections.*limit reached.*100 %.*1,001 of 1,000/);
    await page.keyboard.press('Escape');
  });

  it('shows what needs attention first with a count, and counts and filters each condition', async () => {
    const { control, row, rows, ids, button, page, firstLine, open } = opened();
    await control.databases.remove(ids.get('rate-limits') ?? '');
    await button('Refresh everything').click();
    await expect.poll(() => row('rate-limits').textContent()).toContain('missing');
    await page.mouse.move(0, 0);
    const first = () => rows.first().textContent();
    await expect.poll(first).toContain('rate-limits');
    const headings = (): Promise<(string | null)[]> =>
      rows.evaluateAll((all) => all.map((one) => one.getAttribute('data-heading')));
    await expect.poll(headings).toEqual(['2 need attention', null, 'Others', null]);
    await button('Name').click();
    await expect.poll(first).not.toContain('rate-limits');
    expect(await headings()).toEqual([null, null, null, null]);
    await button('Updated').click();
    await expect.poll(first).toContain('rate-limits');
    await expect.poll(() => firstLine.textContent()).toBe('2 healthy, 1 beyond its connection limit, 1 missing');
    await expect.poll(() => page.title()).toBe('(2) fleetglass');
    await firstLine.getByRole('button', { name: '2 healthy' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('combobox', { name: 'Filter by health' }).selectOption({ label: 'Missing' });
    await expect.poll(() => rows.count()).toBe(1);
    await open('Databases');
    await expect.poll(() => rows.count()).toBe(4);
  });

  it('causes no layout shift while it loads', async () => {
    const { page, row } = opened();
    await page.addInitScript(() => {
      type Shift = PerformanceEntry & { value: number; sources: { node: Node | null; currentRect: DOMRectReadOnly }[] };
      const shifts: string[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[])
          shifts.push(
            `${value}: ${sources.map(({ node, currentRect: { x, y } }) => `${node?.textContent} at ${x}, ${y}`).join()}`,
          );
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // The first view has the usage, whenever its histories arrive.
    const continueLater = async (route: Route): Promise<void> => {
      await row('sessions').filter({ hasText: 'active' }).waitFor();
      await route.continue();
    };
    await page.route(/\/usage$/, continueLater, { times: 1 });
    await page.reload();
    await expect.poll(() => row('sessions').textContent()).toContain('active');
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)).toEqual([]);
  });

  it('creates a database, and shows its lifecycle without a refresh, and the database after a reload', async () => {
    const { create, row, rows, dialog, clock, page } = opened();
    const answers: Promise<string>[] = [];
    page.on('response', (response) => void answers.push(response.text().catch(() => '')));
    await create('first-steps');
    await expect.poll(() => row('first-steps').textContent()).toContain('creating');
    await clock.advance(lifecycle.creatingMs);
    await soon(opened(), () => row('first-steps').textContent()).toContain('updating');
    await clock.advance(lifecycle.updatingMs);
    await soon(opened(), () => row('first-steps').textContent()).not.toMatch(/creating|updating/);
    await expect.poll(() => dialog.isVisible()).toBe(false);
    await expect.poll(() => rows.count()).toBe(5);
    await page.reload();
    await row('first-steps').waitFor();

    // A body that the browser has discarded is read with the next poll.
    const bodies = async (): Promise<string> => (await Promise.all(answers)).join('\n');
    await expect.poll(async () => (await bodies()).includes('"first-steps"')).toBe(true);
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    for (const text of [await bodies(), stored, await page.content()]) {
      expect(text).not.toMatch(/canary/);
      expect(text).not.toMatch(/"(?:rest_token|read_only_rest_token|password|token)":/);
    }
    expect(page.url()).not.toContain('token');
  });
});
