import { describe, expect, inject, it } from 'vitest';
import { useBrowser } from './browser.js';
import { openDashboard, soon, useDashboard } from './open-dashboard.js';

const harness = useBrowser();

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
    await soon(opened(), () => row('orders').count()).toBe(1);
  });

  it('shows that the command has ended, and continues once the address of its next run is opened', async () => {
    const { page, row, rows, status, dashboard, reopen, button } = opened();
    await dashboard.close();
    await button('Refresh everything').click();
    await soon(opened(), () => status.textContent()).toMatch(/Unreachable/);
    expect(await row('sessions').textContent()).toContain('active');
    expect(page.url()).toMatch(/^http:/);
    const { url } = await reopen();
    await soon(opened(), () => page.getByRole('alert').allTextContents()).toEqual([
      expect.stringContaining('Open the latest address that fleetglass printed.'),
    ]);
    await expect.poll(() => rows.count()).toBe(0);
    await expect.poll(() => page.title()).toBe('fleetglass');
    const tab = await page.context().newPage();
    await tab.goto(url);
    await soon(opened(), () => row('orders').count()).toBe(1);
  });
});

describe.runIf(inject('hasChromium'))('the dashboard that loses the network as it opens', () => {
  it('shows the details once it can load them', async () => {
    const { page, row, status } = await openDashboard(harness);
    await row('orders').getByText('active').waitFor();
    await page.route('**/assets/*', (route) => route.abort());
    await row('orders').click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.waitFor();
    await expect.poll(() => status.textContent()).toContain('Live');
    await page.unroute('**/assets/*');
    await page.getByRole('complementary').getByRole('heading', { name: 'orders' }).waitFor();
    expect(await details.count()).toBe(0);
  });
});

describe.runIf(inject('hasChromium'))('the dashboard whose server ends as it opens', () => {
  it('says what to do if its script cannot be loaded', async () => {
    const { page } = await openDashboard(harness);
    await page.route('**/assets/index-*.js', (route) => route.abort());
    await page.reload();
    await expect.poll(() => page.getByRole('heading', { name: 'This page has not loaded' }).count()).toBe(1);
  });
});

describe.runIf(inject('hasChromium'))('the dashboard without access', () => {
  it('shows that the service refuses the password, with the time of the next attempt', async () => {
    const { status, row, ids } = await openDashboard(harness, { password: 'canary-wrong' });
    await expect.poll(() => status.textContent()).toMatch(/Wrong credentials.*Next try in \d+ s/);
    // Only the ids are known. An id has the middle of its row, without a line below it.
    const id = [...ids.values()][0] ?? '';
    await row(id).getByText('never').waitFor();
    // In one look: the rows move when the summary has loaded.
    const offset = await row(id).evaluate((each) => {
      const middleOf = ({ y = 0, height = 0 }: Partial<DOMRect> = {}): number => y + height / 2;
      return middleOf(each.querySelector('a')?.getBoundingClientRect()) - middleOf(each.getBoundingClientRect());
    });
    expect(Math.abs(offset)).toBeLessThan(2);
  });

  it('shows no data without the printed address, asks for it, and then shows what a copied link names', async () => {
    const { page, rows, dashboard, ids, details, row, button } = await openDashboard(harness, { withoutToken: true });
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('Open the latest address that fleetglass printed.');
    expect(await rows.count()).toBe(0);

    const link = `#/databases/${ids.get('sessions')}?group=plan`;
    await page.goto(new URL(link, page.url()).href);
    const field = page.getByRole('textbox', { name: 'The printed address, or its token' });
    await field.fill('not-the-token');
    await button('Open').click();
    await page.getByText('This token is not valid').waitFor();
    await field.fill(dashboard.url);
    let starts = 0;
    page.on('response', (answer) => (starts += Number(answer.ok() && answer.url().includes('known?records'))));
    await button('Open').dblclick();
    await details.getByRole('heading', { name: 'sessions' }).waitFor();
    await expect.poll(() => row('sessions').getAttribute('data-heading')).toContain('Free');
    expect(page.url()).toContain(link);
    expect(starts).toBe(1);
    expect(page.url()).not.toContain('token');
  });
});
