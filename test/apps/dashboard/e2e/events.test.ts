import { beforeEach, describe, expect, inject, it } from 'vitest';
import type { ShownAlert } from '../../../../src/format/shown-alerts.js';
import { sampleAlert } from '../../../support/sample-alert.js';
import { useBrowser } from './browser.js';
import { ASKS_MS, soon, useDashboard, type OpenOptions } from './open-dashboard.js';

/** The tests share a page. */
describe.runIf(inject('hasChromium'))('events on the page', () => {
  let read: NonNullable<OpenOptions['readAlerts']> = async () => ({ alerts: [], silences: [] });
  let readHistory: NonNullable<OpenOptions['readAlertHistory']> = async () => [];
  const opened = useDashboard(useBrowser(), {
    readAlerts: () => read(),
    readAlertHistory: () => readHistory(),
    hasClock: true,
  });

  /** Checks as soon as the page has sent its next requests. */
  const next = <T>(look: () => T | Promise<T>) => soon(opened(), look, ASKS_MS);

  describe('the activity', () => {
    const words = (): Promise<string[]> => opened().rows.locator('[data-column="summary"]').allTextContents();
    const requests = /\/activity$/;

    it('says that the server does not give it, or that the alerts of the monitor cannot be read', async () => {
      const { page, open, row } = opened();
      await row('orders').filter({ hasText: 'active' }).waitFor();
      await page.route(requests, (route) => route.abort());
      await open('Activity');
      const heading = (): Promise<string | null> => page.getByRole('heading', { level: 2 }).textContent();
      await expect.poll(heading).toBe('The activity cannot be read');
      readHistory = () => Promise.reject(new Error('the monitor cannot be reached'));
      await page.unroute(requests);
      await open('Activity');
      await next(() => page.getByRole('alert').allTextContents()).toEqual([
        'Alerts may be missing. The monitor cannot be reached.',
      ]);
      expect(await page.getByRole('heading', { name: 'Nothing has happened yet' }).isVisible()).toBe(true);
      readHistory = async () => [];
    });

    it('is a list with filters and links to the databases, and survives reloads and restarts', async () => {
      const { page, open, rows, control, ids, button, details, dashboard, reopen } = opened();
      await open('Activity');
      await page.getByRole('heading', { name: 'Nothing has happened yet' }).waitFor();

      await control.databases.set(ids.get('orders') ?? '', { state: 'suspended' });
      await control.databases.set(ids.get('sessions') ?? '', { modifying_state: 'updating' });
      await button('Refresh everything').click();
      await soon(opened(), () => rows.count()).toBe(2);
      await control.faults.inject({ kind: 'status', status: 503 });
      await button('Refresh everything').click();
      await soon(opened(), words).toContain('The service does not answer');
      await control.faults.clear();
      await soon(opened(), async () => (await words())[0]).toBe('The service answers again');

      await page.getByRole('combobox', { name: 'Filter by kind' }).selectOption('State changes');
      await page.getByRole('combobox', { name: 'Filter by resource' }).selectOption('orders');
      await expect.poll(words).toEqual(['Became suspended, was active']);
      expect(new URL(page.url()).hash).toBe(
        `#/activity?kind=state&of=${encodeURIComponent(`database/${ids.get('orders')}`)}`,
      );
      expect(await page.getByRole('status', { name: 'Matching rows' }).textContent()).toBe('1 of 4');
      await page.reload();
      await expect.poll(words).toEqual(['Became suspended, was active']);
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await expect.poll(() => details.getByRole('heading', { level: 2 }).textContent()).toBe('orders');
      await details.getByRole('link', { name: 'All' }).click();
      await expect.poll(words).toEqual(['Became suspended, was active']);
      await page.getByRole('combobox', { name: 'Filter by kind' }).selectOption('Creates');
      await button('Clear filters').click();
      await expect.poll(() => rows.count()).toBe(4);

      await dashboard.close();
      await next(() => page.getByRole('alert').filter({ hasText: 'last known entries' }).count()).toBe(1);
      const { url } = await reopen();
      await page.goto(url);
      await open('Activity');
      await expect.poll(() => rows.count()).toBe(4);
    });
  });

  describe('the alerts', () => {
    /** The alerts of the seeded databases, the most urgent first. */
    function some(): readonly ShownAlert[] {
      const { ids } = opened();
      return [
        sampleAlert({ id: ids.get('orders') ?? '' }),
        sampleAlert({ key: 'b', resource: 'index', id: 'catalogue', severity: 'warning', name: '<b>catalogue</b>' }),
        sampleAlert({ key: 'c', resource: 'fleet', id: '', rule: 'polling-stopped', summary: 'The polling stopped.' }),
        sampleAlert({ key: 'd', id: ids.get('sessions') ?? '', state: 'pending', name: 'sessions', severity: 'info' }),
      ];
    }

    beforeEach(() => {
      read = async () => ({ alerts: some(), silences: [] });
    });

    it('are a list with a count, and each opens its database by mouse and by keyboard', async () => {
      const { page, open, rows, details, ids } = opened();
      const link = page.getByRole('link', { name: /^Alerts/ });
      await next(() => link.textContent()).toBe('Alerts 3 firing');
      await open('Alerts');
      await expect.poll(() => rows.count()).toBe(4);
      expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('3 firing, 1 pending');
      expect(await rows.first().textContent()).toMatch(
        /orders.*The state is suspended\.suspendedCriticalfiring\d+ d ago/,
      );
      expect(await rows.nth(1).textContent()).toContain('<b>catalogue</b>');
      expect(await rows.nth(2).textContent()).toMatch(/^The fleetThe polling stopped\./);

      await rows.first().click();
      await expect.poll(() => details.getByRole('heading', { level: 2 }).textContent()).toBe('orders');
      expect(page.url()).toContain(`#/databases/${ids.get('orders')}`);
      await page.goBack();
      await expect.poll(() => rows.count()).toBe(4);
      for (const key of ['j', 'End', 'Enter']) await page.keyboard.press(key);
      await expect.poll(() => details.getByRole('heading', { level: 2 }).textContent()).toBe('sessions');
      await open('Alerts');
    });

    it('stay as the last known ones while the monitor cannot be read, and come back', async () => {
      const { page, open, rows } = opened();
      await open('Alerts');
      await next(() => rows.count()).toBe(4);
      read = () => Promise.reject(new Error('The monitor at https://a.example cannot be reached (ECONNREFUSED).'));
      await next(() => page.getByRole('alert').allTextContents()).toEqual([expect.stringContaining('(ECONNREFUSED).')]);
      expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('Last known: 3 firing, 1 pending');
      expect(await page.getByRole('link', { name: /^Alerts/ }).textContent()).toBe('Alerts ?');
      read = async () => ({ alerts: [], silences: [] });
      await next(() => page.getByRole('heading', { level: 2 }).textContent()).toBe('No alert is pending or firing');
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.getByRole('status', { name: 'Changes' }).textContent()).toBe('Alerts: 0 firing, 0 pending.');
    });
  });
});
