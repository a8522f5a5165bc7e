import type { BrowserContextOptions, Page } from 'playwright';
import { describe, expect, inject, it } from 'vitest';
import { axeViolations } from '../../../support/axe-violations.js';
import { sampleAlert } from '../../../support/sample-alert.js';
import { scaled } from '../../../support/scale.js';
import { useBrowser } from './browser.js';
import { openDashboard, soon, useDashboard, type OpenDashboard, type OpenOptions } from './open-dashboard.js';

const harness = useBrowser();

/** A state of the page to check. */
interface State {
  readonly state: string;
  /** Whether `npm test` checks it. */
  readonly isCore?: true;
  reach(on: OpenDashboard): Promise<void>;
  leave?(on: OpenDashboard): Promise<void>;
}

/** A monitor with an alert of each appearance. */
const readAlerts: OpenOptions['readAlerts'] = async () => ({
  silences: [
    { id: '1a2b3c4d', comment: 'a'.repeat(300), endsAt: '2099-01-01T12:00:00.000Z', rules: ['b'.repeat(100)] },
  ],
  alerts: (['critical', 'warning', 'info'] as const).flatMap((severity) =>
    (['firing', 'silenced'] as const).map((state) => {
      const quiet = { kind: 'silence', name: '1a2b3c4d', comment: 'c'.repeat(300) } as const;
      const alert = { state, severity, key: `${severity}/${state}`, id: 'a'.repeat(99) };
      return sampleAlert({ ...alert, ...(state === 'silenced' && { quiet }) });
    }),
  ),
});

const readAlertHistory: OpenOptions['readAlertHistory'] = async () => [
  {
    ...{ key: 'a', rule: 'r'.repeat(200), resource: 'database', id: 'a'.repeat(99), summary: 's'.repeat(300) },
    ...{ startedAt: '2026-01-01T12:00:00.000Z', clearedAt: '2026-01-01T13:00:00.000Z' },
  },
];

const states: readonly State[] = [
  {
    state: 'databases with an exceeded limit',
    isCore: true,
    async reach(on) {
      const { use, firstLine } = on;
      use('orders', { db_max_clients: 900, db_memory_threshold: 8e8 }, Date.now() - 120_000);
      use('orders', { db_max_clients: 1001, db_memory_threshold: 9e8 });
      use('sessions', { db_max_clients: 95 });
      await soon(on, () => firstLine.textContent()).toContain('1 beyond its connection limit');
    },
  },
  {
    state: 'a search without matches',
    async reach({ find, rows }) {
      await find.fill('no such database');
      await expect.poll(() => rows.count()).toBe(0);
    },
    leave: ({ find }) => find.fill(''),
  },
  {
    state: 'the details of a database',
    isCore: true,
    async reach({ row, details }) {
      await row('orders').getByRole('link').click();
      await details.getByRole('heading', { name: 'Limits' }).waitFor();
      for (const folded of await details.locator('summary').all()) await folded.click();
      await details.getByRole('slider').first().waitFor();
    },
    leave: ({ button }) => button('Close details').click(),
  },
  {
    state: 'the removal of a database',
    async reach({ details, button, addIds }) {
      await addIds('mistyped');
      await details.getByText('has no database with this id').waitFor();
      await button('Remove from this page').click();
    },
    async leave({ page }) {
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    },
  },
  {
    state: 'the create form with errors',
    isCore: true,
    async reach({ button, dialog }) {
      await button('New database').click();
      await dialog.getByRole('button', { name: 'Create database' }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
    },
    leave: ({ dialog }) => dialog.getByRole('button', { name: 'Cancel' }).click(),
  },
  {
    state: 'the palette',
    isCore: true,
    async reach({ page }) {
      await page.keyboard.press('Control+k');
      await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().waitFor();
    },
    leave: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    state: 'the menu of the view',
    isCore: true,
    async reach({ page }) {
      await page.getByText(/^(Filters and view|View)$/).click();
      await page.getByRole('combobox', { name: 'Group by' }).selectOption('plan');
    },
    async leave({ page }) {
      await page.getByRole('combobox', { name: 'Group by' }).selectOption('');
      await page.keyboard.press('Escape');
    },
  },
  {
    state: 'vector indices',
    async reach({ open, row }) {
      await open('Vector indices');
      await row('catalogue').waitFor();
    },
  },
  {
    state: 'the details of a vector index',
    async reach({ row, details }) {
      await row('catalogue').getByRole('link').click();
      await details.getByRole('heading', { name: 'Throughput' }).waitFor();
    },
    leave: ({ button }) => button('Close details').click(),
  },
  {
    state: 'the help on shortcuts',
    async reach({ page }) {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
    leave: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    state: 'the details of the status line',
    async reach({ status }) {
      await status.getByText('Details').click();
      await status.getByText(/requests? in the last minute/).waitFor();
    },
    leave: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    state: 'paused polling',
    async reach({ button, status }) {
      await button('Pause polling').click();
      await expect.poll(() => status.textContent()).toContain('Paused');
    },
    leave: ({ button }) => button('Resume polling').click(),
  },
  {
    state: 'the alerts of a monitor',
    isCore: true,
    async reach(on) {
      await on.open('Alerts');
      await soon(on, () => on.rows.count()).toBe(6);
    },
    leave: ({ open }) => open('Databases'),
  },
  {
    state: 'the activity',
    isCore: true,
    async reach(on) {
      await on.open('Activity');
      await soon(on, () => on.rows.count()).toBeGreaterThan(0);
    },
    leave: ({ open }) => open('Databases'),
  },
  {
    state: 'an outage of the service',
    isCore: true,
    async reach(on) {
      await on.control.faults.inject({ kind: 'status', status: 503 });
      await on.button('Refresh everything').click();
      await soon(on, () => on.status.textContent()).toMatch(/Unreachable for/);
    },
    leave: ({ control }) => control.faults.clear(),
  },
];

/** States that need a new page each. */
const others: readonly { state: string; options: OpenOptions; reach(on: OpenDashboard): Promise<unknown> }[] = [
  {
    state: 'when it could not start',
    options: { withoutToken: true },
    reach: ({ page }) => page.getByRole('alert').waitFor(),
  },
  {
    state: 'while it explains how to report usage',
    options: {},
    async reach({ page, button }) {
      await button('How to show usage').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    state: 'with wrong credentials',
    options: { password: 'canary-wrong' },
    reach: ({ status }) => status.filter({ hasText: 'Wrong credentials' }).waitFor(),
  },
  {
    state: 'with an empty fleet',
    options: { databases: 0 },
    reach: ({ button }) => button('New database').first().waitFor(),
  },
];

const narrow = { viewport: { width: 360, height: 740 } };
const isLong = scaled({ short: false, long: true });
const displays: readonly (readonly [string, BrowserContextOptions])[] = [
  ['on a narrow dark screen', { ...narrow, colorScheme: 'dark' }],
  ['in light', { colorScheme: 'light' }],
  ['in dark', { colorScheme: 'dark' }],
  ['on a narrow screen', narrow],
];

/** How much wider the content is than the page, or than the part of it that scrolls. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [document.documentElement, document.querySelector('.scroller')]
      .map((one) => (one?.scrollWidth ?? 0) - (one?.clientWidth ?? 0))
      .reduce((most, overflow) => Math.max(most, overflow), 0),
  );

describe.runIf(inject('hasChromium')).each(isLong ? displays : displays.slice(0, 1))(
  'the dashboard %s',
  (_, browser) => {
    it('has no axe violations and no horizontal overflow in any state', async () => {
      const opened = await openDashboard(harness, { browser, readAlerts, readAlertHistory, hasClock: true });
      await opened.row('orders').waitFor();
      for (const { state, reach, leave } of states.filter(({ isCore }) => isLong || isCore)) {
        await reach(opened);
        expect({ state, violations: await axeViolations(opened.page) }).toEqual({ state, violations: [] });
        expect({ state, overflow: await overflowOf(opened.page) }).toEqual({ state, overflow: 0 });
        await leave?.(opened);
      }
    });

    it.each(isLong ? others : [])('has no axe violations $state', async ({ options, reach }) => {
      const opened = await openDashboard(harness, { browser, ...options });
      await reach(opened);
      expect(await axeViolations(opened.page)).toEqual([]);
    });
  },
);

/** The tests share a page. */
describe.runIf(inject('hasChromium'))('the dashboard without a mouse and at any width', () => {
  const opened = useDashboard(harness, { hasClock: true });

  it('creates, finds, opens and closes a database with the keyboard', async () => {
    const { page, dialog, row, details, find } = opened();
    await row('orders').waitFor();
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const { activeElement: element } = document;
        if (element === null || element === document.body) return '';
        return `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`;
      });
    const tabTo = async (name: string): Promise<void> => {
      for (let steps = 0; steps < 60 && !(await focused()).includes(name); steps += 1) await page.keyboard.press('Tab');
      expect(await focused()).toContain(name);
    };
    await tabTo('New database');
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).isVisible()).toBe(true);
    await page.keyboard.type('z-by-hand');
    await tabTo('Choose a region');
    await page.keyboard.type('eu-west-1');
    await tabTo('Create database');
    await page.keyboard.press('Enter');
    // The page opens the details of a new database.
    await details.getByRole('heading', { name: 'z-by-hand' }).waitFor();
    await expect.poll(() => dialog.isVisible()).toBe(false);
    await page.keyboard.press('Escape');
    await expect.poll(() => details.isVisible()).toBe(false);
    await page.keyboard.press('/');
    await page.keyboard.type('z-by-hand');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await tabTo('z-by-hand');
    await page.keyboard.press('Enter');
    await expect.poll(() => details.getByRole('heading', { name: 'z-by-hand' }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await find.fill('');
    await find.blur();
  });

  it('has shortcuts that search, move, create and explain themselves', async () => {
    const { page, rows, dialog, find, ids, button } = opened();
    await page.evaluate(() => (location.hash = '#/databases?sort=name'));
    await page.reload();
    // Rows without a record have another place.
    await expect.poll(() => rows.filter({ hasText: 'active' }).count()).toBe(4);
    await expect.poll(() => rows.first().textContent()).toContain('orders');
    const { keyboard } = page;
    const focusedRow = (): Promise<string | null | undefined> =>
      page.evaluate(() => document.activeElement?.getAttribute('data-id'));
    await keyboard.press('j');
    await expect.poll(focusedRow).toBe(ids.get('orders'));
    await keyboard.press('j');
    await keyboard.press('j');
    await keyboard.press('k');
    await expect.poll(focusedRow).toBe(ids.get('page-cache'));

    await keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    await keyboard.press('n');
    expect(await dialog.isVisible()).toBe(false);
    const letters = help.getByRole('checkbox', { name: /^Keys of one character/ });
    await letters.uncheck();
    await page.reload();
    await find.waitFor();
    for (const key of ['/', 'k', 'n', '?']) await keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    await button('Keyboard shortcuts').click();
    await letters.check();
    await keyboard.press('Escape');
    await expect.poll(() => help.isVisible()).toBe(false);

    await keyboard.press('n');
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => dialog.isVisible()).toBe(false);

    // Each of the letters is text in the search field.
    await keyboard.press('/');
    await keyboard.type('jknr?/');
    await expect.poll(() => find.inputValue()).toBe('jknr?/');
    await expect.poll(() => rows.count()).toBe(0);
    await find.fill('');
  });

  it('cuts off no control', async () => {
    const { page, row, button, details } = opened();
    const cutOff = (): Promise<string[]> =>
      page.evaluate(() =>
        [...document.querySelectorAll('.app button, .app input, .app select')]
          .filter((one) => one.checkVisibility() && one.closest('.scroller, .top-bar, .status-strip') !== null)
          .filter((one) => {
            const frame = (one.closest('.scroller') ?? document.documentElement).getBoundingClientRect();
            const { left, right } = one.getBoundingClientRect();
            return left < frame.left || right > frame.right + 1;
          })
          .map((one) => one.getAttribute('aria-label') ?? one.textContent),
      );
    /** The controls of each line of the toolbar have one height and one place, and the table ends at the edge. */
    const checkToolbar = async (width: number): Promise<void> => {
      const look = (): Promise<object> =>
        page.evaluate(() => {
          const boxes = [...document.querySelectorAll('.toolbar :is(.input, .select, .button)')].map((one) =>
            one.getBoundingClientRect(),
          );
          const tops = [...new Set(boxes.map(({ top }) => Math.round(top)))].sort((a, b) => a - b);
          const { right } = document.querySelector('.grid-body .row')?.getBoundingClientRect() ?? { right: 0 };
          return {
            heights: new Set(boxes.map(({ height }) => Math.round(height))).size,
            isOffLine: tops.some((top, at) => at > 0 && top - (tops[at - 1] ?? 0) < 20),
            edge: (document.querySelector('.scroller')?.clientWidth ?? 0) - right,
          };
        });
      await expect
        .poll(async () => ({ width, ...(await look()) }))
        .toEqual({ width, heights: 1, isOffLine: false, edge: 0 });
    };
    const check = async (width: number): Promise<void> => {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(async () => ({ width, cutOff: await cutOff() })).toEqual({ width, cutOff: [] });
    };
    for (const width of isLong ? [320, 390, 701, 720, 790, 860, 1024, 1440] : [320, 720, 1440]) {
      await check(width);
      await checkToolbar(width);
    }
    await row('orders').getByRole('link').click();
    await details.waitFor();
    for (const width of isLong ? [1440, 1300, 1181] : [1181]) await check(width);
    await button('Close details').click();
  });

  it('wraps its first line, also in an outage', async () => {
    const { page, use, control, ids, button, firstLine } = opened();
    use('orders', { db_max_clients: 1001 });
    use('page-cache', { db_memory_threshold: 0.9 * 1024 ** 3 });
    await control.databases.set(ids.get('sessions') ?? '', { state: 'suspended' });
    await button('Refresh everything').click();
    await soon(opened(), () => firstLine.textContent()).toMatch(/beyond.*near.*suspended/);
    const check = async (): Promise<void> => {
      for (const width of isLong ? [360, 700, 1024] : [360]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(async () => ({ width, overflow: await overflowOf(page) })).toEqual({ width, overflow: 0 });
      }
    };
    await check();
    await control.faults.inject({ kind: 'status', status: 503 });
    await button('Refresh everything').click();
    await soon(opened(), () => firstLine.textContent()).toContain('Last known');
    await check();
  });
});
