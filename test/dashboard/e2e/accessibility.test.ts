import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright';
import { describe, expect, inject, it } from 'vitest';
import { useStage } from './browser.js';
import { openDashboard, type OpenDashboard } from './open-dashboard.js';

const stage = useStage();

const PATIENCE = { timeout: 20_000 };
const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page as it is now: which rule, and where. */
async function violationsOf(page: Page): Promise<string[]> {
  // By the debugger: the page's own policy lets no script in but its own.
  await page.evaluate(source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** The states that the page can be in, and how it gets there. */
const states: readonly (readonly [state: string, reach: (on: OpenDashboard) => Promise<void>])[] = [
  [
    'of databases',
    async ({ use, count }) => {
      use('orders', { db_max_clients: 1001, db_memory_threshold: 9e8 });
      await expect.poll(() => count('Exceeded').textContent(), PATIENCE).toMatch(/1/);
    },
  ],
  [
    'of indices',
    async ({ open, row }) => {
      await open('Vector indices');
      await row('catalogue').waitFor();
    },
  ],
  [
    'with the details of a database',
    async ({ row, details }) => {
      await row('orders').getByRole('link').click();
      await details.getByRole('heading', { name: 'Limits' }).waitFor();
    },
  ],
  [
    'with the details of an index',
    async ({ open, row, details }) => {
      await open('Vector indices');
      await row('catalogue').getByRole('link').click();
      await details.getByRole('heading', { name: 'Throughput' }).waitFor();
    },
  ],
  [
    'with the form that creates',
    async ({ button, dialog }) => {
      await button('New database').click();
      await dialog.getByRole('button', { name: 'Create database' }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
    },
  ],
  [
    'while the service does not answer',
    async ({ control, button, status }) => {
      await control.faults.inject({ kind: 'status', status: 503 });
      await button('Refresh everything').click();
      await expect.poll(() => status.textContent(), PATIENCE).toMatch(/Again in/);
    },
  ],
  [
    'while it is paused',
    async ({ button, status }) => {
      await button('Pause polling').click();
      await expect.poll(() => status.textContent()).toContain('Paused');
    },
  ],
  [
    'where nothing is found',
    async ({ find, rows }) => {
      await find.fill('no such database');
      await expect.poll(() => rows.count()).toBe(0);
    },
  ],
];

describe.runIf(inject('hasChromium'))('axe finds nothing wrong with the dashboard', () => {
  describe.each([
    ['in light', { colorScheme: 'light' as const }],
    ['in dark', { colorScheme: 'dark' as const }],
    ['on a narrow screen', { viewport: { width: 360, height: 740 } }],
  ])('%s', (_, browser) => {
    it.each(states)('%s', { timeout: 60_000 }, async (_state, reach) => {
      const opened = await openDashboard(stage, { browser });
      await opened.row('orders').waitFor();
      await reach(opened);
      expect(await violationsOf(opened.page)).toEqual([]);
      // Nothing is beyond the edge of the screen.
      expect(await opened.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
        0,
      );
    });

    it('where it could not begin', async () => {
      const { page } = await openDashboard(stage, { browser, withoutToken: true });
      await page.getByRole('alert').waitFor();
      expect(await violationsOf(page)).toEqual([]);
    });

    it('where there is nothing yet', async () => {
      const { page, button } = await openDashboard(stage, { browser, databases: 0 });
      await button('New database').first().waitFor();
      expect(await violationsOf(page)).toEqual([]);
    });
  });
});

describe.runIf(inject('hasChromium'))('without a mouse', () => {
  it('a database is created, found, opened and left again', { timeout: 60_000 }, async () => {
    const { page, button, dialog, row, details } = await openDashboard(stage);
    await row('orders').waitFor();
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const { activeElement: element } = document;
        return `${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''}`;
      });
    const tabTo = async (name: string): Promise<void> => {
      for (let steps = 0; steps < 60 && !(await focused()).includes(name); steps += 1) await page.keyboard.press('Tab');
      expect(await focused()).toContain(name);
    };
    await tabTo('New database');
    await page.keyboard.press('Enter');
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.type('by-hand');
    for (let steps = 0; steps < 10; steps += 1) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(() => document.activeElement?.tagName)) === 'SELECT') break;
    }
    await page.keyboard.type('eu-west-1');
    await page.keyboard.press('Enter');
    await tabTo('Create database');
    await page.keyboard.press('Enter');
    await row('by-hand').waitFor();
    expect(await dialog.isVisible()).toBe(false);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('by-hand');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await tabTo('by-hand');
    await page.keyboard.press('Enter');
    await expect.poll(() => details.getByRole('heading', { name: 'by-hand' }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => details.isVisible()).toBe(false);
    expect(await button('New database').isVisible()).toBe(true);
  });
});
