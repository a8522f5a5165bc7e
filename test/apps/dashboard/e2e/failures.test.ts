import type { Locator } from 'playwright';
import { describe, expect, inject, it } from 'vitest';
import { useBrowser } from './browser.js';
import { ASKS_MS, soon, useDashboard } from './open-dashboard.js';

const harness = useBrowser();

/** Waits for what appears only if a part does not load in 5 s, and ends that delay. */
async function waitForLate(late: Locator): Promise<void> {
  await late.waitFor({ state: 'attached' });
  await late.page().evaluate(() => {
    for (const each of document.getAnimations()) if ((each as CSSAnimation).animationName === 'appear') each.finish();
  });
  await late.waitFor();
}

/** The tests share a page, and each ends while the service answers. */
describe.runIf(inject('hasChromium'))('the dashboard shows failures', () => {
  const opened = useDashboard(harness, { hasClock: true });

  it('shows an outage with the time of the next attempt, and recovers', async () => {
    const { page, row, rows, status, control, ids, button, firstLine } = opened();
    await expect.poll(() => row('orders').textContent()).toContain('active');
    // The line of the polling is loaded after the rows.
    await expect.poll(() => status.textContent()).toContain('Live');
    await control.databases.set(ids.get('orders') ?? '', { state: 'suspended' });
    await button('Refresh everything').click();
    await soon(opened(), () => row('orders').textContent()).toContain('suspended');
    await control.faults.inject({ kind: 'status', status: 503 });
    await button('Refresh everything').click();
    const line = status.getByRole('paragraph').first();
    await expect.poll(() => line.textContent()).toMatch(/^Unreachable for \d+ s, (?:next try in \d+ s|trying now)\s*$/);
    // Each row shows that its last known data is not current.
    await expect.poll(() => rows.filter({ hasText: 'stale' }).count()).toBe(4);
    expect(await row('sessions').textContent()).toContain('active');
    await expect.poll(() => firstLine.textContent()).toMatch(/^Last known: .*1 suspended/);
    expect(await page.getByRole('main').getByText('status 503').count()).toBe(0);
    await expect.poll(() => page.title()).toBe('(!) fleetglass');
    // The technical words are in the details only.
    expect(await status.getByText(/503/).count()).toBe(0);
    await status.getByText('Details').click();
    await expect.poll(() => status.getByText(/503/).isVisible()).toBe(true);
    await control.faults.clear();
    await soon(opened(), () => line.textContent()).toContain('Live');
    await expect.poll(() => rows.filter({ hasText: 'stale' }).count()).toBe(0);
    await expect.poll(() => page.title()).not.toContain('!');
  });

  it('shows that its server fails as it opens, and continues with a later attempt', async () => {
    const { page, row, rows, button } = opened();
    const failure = { status: 500, json: { error: 'the dashboard failed' } };
    await page.route('**/known?records', (route) => route.fulfill(failure));
    await page.reload();
    const alert = page.getByRole('alert');
    await expect.poll(() => alert.textContent()).toMatch(/server of this page failed.*The dashboard failed\./);
    expect(await rows.count()).toBe(0);
    await button('Try again').click();
    await alert.waitFor();
    await page.unroute('**/known?records');
    await soon(opened(), () => row('orders').count(), ASKS_MS).toBe(1);
  });

  it('shows the details and dialogs once they are loaded, and can close their placeholders', async () => {
    const { page, row, rows, find, status, details, button } = opened();
    const files = /\/assets\/(?:details|keyboard-help|palette|compare-dialog)-/;
    await page.route(files, (route) => route.abort());
    await page.reload();
    await row('sessions').click();
    const words = 'has not loaded yet';
    const placeholder = page.getByRole('complementary', { name: 'Details' });
    await waitForLate(placeholder.getByText(words));
    await expect.poll(() => status.textContent()).toContain('Live');
    await placeholder.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => placeholder.count()).toBe(0);

    const bar = page.locator('.action-bar').filter({ hasText: words });
    const openHelp = () => button('Keyboard shortcuts').click();
    const openPalette = () => find.press('ControlOrMeta+k');
    const openComparison = async (): Promise<void> => {
      for (const name of ['orders', 'sessions']) await row(name).locator('.row-select').click();
      await button('Compare').click();
      await row('orders').focus();
    };
    for (const [open, close] of [
      [openHelp, () => bar.getByRole('button', { name: 'Close' }).click()],
      [openHelp, () => page.getByRole('heading', { name: 'fleetglass' }).click()],
      [openPalette, () => page.keyboard.press('Escape')],
      [openComparison, () => page.keyboard.press('Escape')],
    ] as const) {
      await open();
      await waitForLate(bar.getByText(words));
      await close();
      await expect.poll(() => bar.count()).toBe(0);
    }
    // The selection stays.
    expect(await rows.and(page.locator('[aria-selected="true"]')).count()).toBe(2);
    await page.keyboard.press('Escape');
    await row('sessions').click();
    await button('Keyboard shortcuts').click();
    await page.unroute(files);
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await details.getByRole('heading', { name: 'sessions' }).waitFor();
    expect(await placeholder.count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('says what to do if its script cannot be loaded', async () => {
    const { page, row } = opened();
    const script = '**/assets/index-*.js';
    await page.route(script, (route) => route.abort());
    await page.reload();
    const heading = page.getByRole('heading', { name: 'This page has not loaded', includeHidden: true });
    await waitForLate(heading);
    await page.unroute(script);
    await page.reload();
    await row('sessions').waitFor();
    expect(await heading.count()).toBe(0);
  });

  it('shows that the command has ended, and continues once the address of its next run is opened', async () => {
    const { page, row, rows, status, dashboard, reopen, button } = opened();
    await dashboard.close();
    await button('Refresh everything').click();
    await soon(opened(), () => status.textContent()).toMatch(/Unreachable/);
    expect(await row('sessions').textContent()).toContain('active');
    expect(page.url()).toMatch(/^http:/);
    const { url } = await reopen();
    await soon(opened(), () => page.getByRole('alert').allTextContents(), ASKS_MS).toEqual([
      expect.stringContaining('Open the latest address that fleetglass printed.'),
    ]);
    await expect.poll(() => rows.count()).toBe(0);
    await expect.poll(() => page.title()).toBe('fleetglass');
    const tab = await page.context().newPage();
    await tab.goto(url);
    await soon(opened(), () => row('orders').count(), ASKS_MS).toBe(1);
  });
});

/** The tests share a page that is opened without its address. */
describe.runIf(inject('hasChromium'))('the read-only dashboard whose server keeps the ids', () => {
  const opened = useDashboard(harness, { withoutToken: true, keepsIds: true, mayCreate: false });

  it('shows no data without the printed address, asks for it, and then shows what a copied link names', async () => {
    const { page, rows, dashboard, ids, details, row, button } = opened();
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('Open the latest address that fleetglass printed.');
    expect(await rows.count()).toBe(0);

    const link = `#/databases/${ids.get('sessions')}?group=plan`;
    await page.goto(new URL(link, page.url()).href);
    const field = page.getByRole('textbox', { name: 'The printed address, or its token' });
    await field.fill('not-the-token');
    const exchange = /[?]token=/;
    await page.route(exchange, (route) => route.fulfill({ status: 500 }));
    await button('Open').click();
    await page.getByText('The server of this page does not answer. Start').waitFor();
    await page.unroute(exchange);
    await button('Open').click();
    await page.getByText('This token is not valid').waitFor();
    // It would empty the field.
    expect(await button('Try again').count()).toBe(0);
    await field.fill(dashboard.url);
    let starts = 0;
    page.on('response', (answer) => (starts += Number(answer.ok() && answer.url().includes('known?records'))));
    await button('Open').dblclick();
    await details.getByRole('heading', { name: 'sessions' }).waitFor();
    await expect.poll(() => row('sessions').getAttribute('data-heading')).toContain('Free');
    expect(page.url()).toContain(link);
    expect(starts).toBe(1);
    expect(page.url()).not.toContain('token');
    await page.keyboard.press('Escape');
    await expect.poll(() => details.count()).toBe(0);
  });

  const remove = async (name: string): Promise<void> => {
    const { row, details } = opened();
    await row(name).getByRole('link').click();
    await details.getByRole('button', { name: 'Remove from this page' }).click();
    await details.getByRole('button', { name: 'Remove', exact: true }).click();
  };

  it('has its server keep the ids that are added and removed, and shows a refused removal until the next attempt', async () => {
    const { row, rows, page, button, ids } = opened();
    expect(await button('New database').count()).toBe(0);
    const stored = (): Promise<string> => page.evaluate(() => JSON.stringify({ ...localStorage }));
    const { origin } = new URL(page.url());
    const known = async (): Promise<string[]> =>
      ((await (await page.request.get(`${origin}/known`)).json()) as { ids: string[] }).ids;
    await button('Add databases').click();
    const field = page.getByRole('textbox', { name: 'Ids of databases' });
    await field.fill('# mine\n["added-1", "a/b",\nadded-2  .. {} added-1]  # others\n');
    const add = page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true });
    await add.click();
    const alert = page.getByRole('dialog').getByRole('alert');
    await expect
      .poll(() => alert.textContent())
      .toMatch(/3 ids are not valid.*a\/b must not.*\.\. must not.*\{\} must not/);
    expect(await known()).not.toContain('added-1');
    await field.fill((await field.inputValue()).replace('a/b', '').replace('..', '').replace('{}', ''));
    await add.click();
    await expect.poll(known).toEqual(expect.arrayContaining(['added-1', 'added-2']));
    await expect.poll(stored).not.toContain('added-1');
    // Only the id of this row is known. It is vertically centred, without a second line.
    await row('added-1').getByText('missing').waitFor();
    // In one call: rows may move.
    const offset = await row('added-1').evaluate((each) => {
      const middleOf = ({ y = 0, height = 0 }: Partial<DOMRect> = {}): number => y + height / 2;
      return middleOf(each.querySelector('a')?.getBoundingClientRect()) - middleOf(each.getBoundingClientRect());
    });
    expect(Math.abs(offset)).toBeLessThan(2);
    await page.route('**/known', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { error: 'full' } }) : route.fallback(),
    );
    await remove('sessions');
    const failure = page.getByRole('alert');
    await expect.poll(() => failure.textContent()).toContain(`could not remove ${ids.get('sessions')}`);
    await expect.poll(() => row('sessions').count()).toBe(1);
    await page.unroute('**/known');
    await remove('sessions');
    await expect.poll(known).not.toContain(ids.get('sessions'));
    await expect.poll(async () => [await failure.count(), await row('sessions').count()]).toEqual([0, 0]);
    await page.reload();
    await row('page-cache').waitFor();
    await expect.poll(() => rows.count()).toBe(5);
    expect(await row('sessions').count()).toBe(0);
  });
});
