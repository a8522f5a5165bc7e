import { describe, expect, inject, it } from 'vitest';
import { useBrowser } from './browser.js';
import { openDashboard, type OpenDashboard } from './open-dashboard.js';

const harness = useBrowser();

/** Opens the page, and waits for the records of both kinds. */
async function openWithRecords(): Promise<OpenDashboard> {
  const opened = await openDashboard(harness);
  const { page, row, ids, control, open } = opened;
  await control.databases.set(ids.get('sessions') ?? '', { state: 'suspended' });
  // An id that only the browser keeps.
  const added = ids.get('page-cache') ?? '';
  await expect.poll(() => row('page-cache').count()).toBe(1);
  ids.delete('page-cache');
  await page.getByRole('textbox', { name: 'Add a database by id' }).fill(added);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await opened.button('Refresh everything').click();
  await expect.poll(() => row('orders').textContent()).toContain('active');
  await expect.poll(() => row('sessions').textContent()).toContain('suspended');
  await expect.poll(() => row('page-cache').textContent()).toContain('active');
  await open('Vector indices');
  await row('catalogue').waitFor();
  await open('Databases');
  return opened;
}

/** Expects the records of {@link openWithRecords}, with the times of their confirmation. */
async function expectLastRecords({ row, rows, grid, firstLine, open }: OpenDashboard): Promise<void> {
  await expect.poll(() => rows.filter({ hasText: /stale · \d+ s ago/ }).count()).toBe(4);
  expect(await row('orders').textContent()).toMatch(/active.*1 GiB/);
  expect(await row('sessions').textContent()).toContain('suspended');
  expect(await row('page-cache').count()).toBe(1);
  expect(await grid.textContent()).not.toContain('never');
  await expect.poll(() => firstLine.textContent()).toMatch(/^Last known: /);
  await open('Vector indices');
  await row('catalogue').waitFor();
}

describe.runIf(inject('hasChromium'))('the dashboard after a reload', () => {
  it('shows the last records while the service fails, and continues afterwards', async () => {
    const opened = await openWithRecords();
    const { page, rows, status, control, open, button } = opened;
    await control.faults.inject({ kind: 'status', status: 503 });
    await page.reload();
    await expect.poll(() => status.textContent()).toMatch(/Unreachable for/);
    await expectLastRecords(opened);
    await open('Databases');
    await control.faults.clear();
    await button('Refresh everything').click();
    await expect.poll(() => status.textContent()).toContain('Live');
    await expect.poll(() => rows.filter({ hasText: 'stale' }).count()).toBe(0);
  });

  it('shows the last records after the service has gone away', async () => {
    const opened = await openWithRecords();
    await opened.service.close();
    await opened.page.reload();
    await expect.poll(() => opened.status.textContent()).toMatch(/Unreachable for/);
    await expectLastRecords(opened);
  });

  it('shows the last records while the service refuses the credentials', async () => {
    const opened = await openWithRecords();
    const { page, status, control } = opened;
    await control.faults.inject({ kind: 'status', status: 401 });
    await page.reload();
    await expect.poll(() => status.textContent()).toMatch(/Wrong credentials.*Next try in/);
    await expectLastRecords(opened);
  });

  it('shows a database as missing that the service no longer knows', async () => {
    const opened = await openWithRecords();
    const { page, row, status, control, ids, button } = opened;
    await control.databases.remove(ids.get('orders') ?? '');
    await button('Refresh everything').click();
    await expect.poll(() => row('orders').textContent()).toContain('missing');
    await control.faults.inject({ kind: 'status', status: 503 });
    await page.reload();
    await expect.poll(() => status.textContent()).toMatch(/Unreachable for/);
    await expect.poll(() => row('orders').textContent()).toContain('missing');
  });

  it('asks for records that are due, and is live at once', async () => {
    const { page, status } = await openWithRecords();
    await page.reload();
    await expect.poll(() => status.textContent()).toContain('Live');
  });
});
