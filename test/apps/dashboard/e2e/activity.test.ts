import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { useBrowser } from './browser.js';
import { openDashboard, soon, type OpenDashboard } from './open-dashboard.js';

const harness = useBrowser();

const wordsOf = ({ rows }: OpenDashboard): Promise<string[]> =>
  rows.locator('[data-column="summary"]').allTextContents();

describe.runIf(inject('hasChromium'))('the activity on the page', () => {
  it('is a list that one can filter and link to, whose entries lead to their database, over reloads and restarts', async () => {
    const activityFile = join(await temporaryFolder(), 'activity.jsonl');
    const opened = await openDashboard(harness, { activityFile, hasClock: true });
    const { page, open, row, rows, control, ids, button, details, dashboard, reopen } = opened;
    await row('orders').filter({ hasText: 'active' }).waitFor();
    await open('Activity');
    await page.getByRole('heading', { name: 'Nothing has happened yet' }).waitFor();

    await control.databases.set(ids.get('orders') ?? '', { state: 'suspended' });
    await control.databases.set(ids.get('sessions') ?? '', { modifying_state: 'updating' });
    await button('Refresh everything').click();
    await soon(opened, () => rows.count()).toBe(2);
    await control.faults.inject({ kind: 'status', status: 503 });
    await button('Refresh everything').click();
    await soon(opened, () => wordsOf(opened)).toContain('The service does not answer');
    await control.faults.clear();
    await soon(opened, async () => (await wordsOf(opened))[0]).toBe('The service answers again');

    await page.getByRole('combobox', { name: 'Filter by kind' }).selectOption('State changes');
    await page.getByRole('combobox', { name: 'Filter by resource' }).selectOption('orders');
    await expect.poll(() => wordsOf(opened)).toEqual(['Became suspended, was active']);
    expect(new URL(page.url()).hash).toBe(
      `#/activity?kind=state&of=${encodeURIComponent(`database/${ids.get('orders')}`)}`,
    );
    expect(await page.getByRole('status', { name: 'Matching rows' }).textContent()).toBe('1 of 4');
    await page.reload();
    await soon(opened, () => wordsOf(opened)).toEqual(['Became suspended, was active']);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect.poll(() => details.getByRole('heading', { level: 2 }).textContent()).toBe('orders');
    await details.getByRole('link', { name: 'All' }).click();
    await soon(opened, () => wordsOf(opened)).toEqual(['Became suspended, was active']);
    await page.getByRole('combobox', { name: 'Filter by kind' }).selectOption('Creates');
    await button('Clear filters').click();
    await expect.poll(() => rows.count()).toBe(4);

    await dashboard.close();
    await soon(opened, () => page.getByRole('alert').filter({ hasText: 'last known entries' }).count()).toBe(1);
    const { url } = await reopen();
    await page.goto(url);
    await open('Activity');
    await soon(opened, () => rows.count()).toBe(4);
  });

  it('says that the alerts of the monitor cannot be read', async () => {
    const opened = await openDashboard(harness, {
      readAlertHistory: () => Promise.reject(new Error('the monitor cannot be reached')),
    });
    await opened.open('Activity');
    const words = (): Promise<string | null> => opened.page.getByRole('alert').textContent();
    await expect.poll(words).toBe('Alerts may be missing. The monitor cannot be reached.');
  });

  it('says that the server does not give it', async () => {
    const { page, open } = await openDashboard(harness);
    await page.route(/\/activity\?tag=/, (route) => route.abort());
    await open('Activity');
    const heading = (): Promise<string | null> => page.getByRole('heading', { level: 2 }).textContent();
    await expect.poll(heading).toBe('The activity cannot be read');
  });
});
