import { beforeAll, describe, expect, inject, it } from 'vitest';
import { useBrowser } from './browser.js';
import { soon, useDashboard } from './open-dashboard.js';

/** The tests share a page with records of both kinds. Only the browser keeps one of the ids. */
describe.runIf(inject('hasChromium'))('the dashboard after a reload', () => {
  const opened = useDashboard(useBrowser(), { hasClock: true });

  beforeAll(async () => {
    const { page, row, ids, control, open, button, addIds } = opened();
    await control.databases.set(ids.get('sessions') ?? '', { state: 'suspended' });
    const added = ids.get('page-cache') ?? '';
    await row('page-cache').waitFor();
    ids.delete('page-cache');
    await addIds(added);
    await page.keyboard.press('Escape');
    await button('Refresh everything').click();
    await row('orders').filter({ hasText: 'active' }).waitFor();
    await row('sessions').filter({ hasText: 'suspended' }).waitFor();
    await row('page-cache').filter({ hasText: 'active' }).waitFor();
    await open('Vector indices');
    await row('catalogue').waitFor();
    await open('Databases');
  });

  it.each([
    ['fails', 503, /Unreachable for/],
    ['refuses the credentials', 401, /Wrong credentials.*Next try in/],
  ])('shows the last records while the service %s, and continues afterwards', async (_, status, words) => {
    const { page, row, rows, grid, status: line, control, firstLine, open } = opened();
    await control.faults.inject({ kind: 'status', status });
    await page.reload();
    await soon(opened(), () => line.textContent()).toMatch(words);
    await expect.poll(() => rows.filter({ hasText: /stale · \d+ s ago/ }).count()).toBe(4);
    expect(await row('orders').textContent()).toMatch(/active.*1 GiB/);
    expect(await row('sessions').textContent()).toContain('suspended');
    expect(await row('page-cache').count()).toBe(1);
    expect(await grid.textContent()).not.toContain('never');
    await expect.poll(() => firstLine.textContent()).toMatch(/^Last known: /);
    await open('Vector indices');
    await row('catalogue').waitFor();
    await open('Databases');
    await control.faults.clear();
    await page.reload();
    await soon(opened(), () => line.textContent()).toContain('Live');
    await expect.poll(() => rows.filter({ hasText: 'stale' }).count()).toBe(0);
  });

  it('shows a database as missing that the service no longer knows', async () => {
    const { page, row, status, control, ids, button } = opened();
    await control.databases.remove(ids.get('orders') ?? '');
    await button('Refresh everything').click();
    await soon(opened(), () => row('orders').textContent()).toContain('missing');
    await control.faults.inject({ kind: 'status', status: 503 });
    await page.reload();
    await soon(opened(), () => status.textContent()).toMatch(/Unreachable for/);
    await expect.poll(() => row('orders').textContent()).toContain('missing');
  });
});
