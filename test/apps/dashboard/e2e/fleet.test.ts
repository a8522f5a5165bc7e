import { describe, expect, inject, it } from 'vitest';
import { useBrowser } from './browser.js';
import { lifecycle, openDashboard } from './open-dashboard.js';

const harness = useBrowser();

describe.runIf(inject('hasChromium'))('the dashboard', () => {
  it('shows each database and vector index with its fields', async () => {
    const { row, rows, open, button } = await openDashboard(harness);
    await row('sessions').waitFor();
    await expect.poll(() => rows.count()).toBe(4);
    await expect.poll(() => row('orders').textContent()).toMatch(/active.*N\. Virginia.*us-east-1.*Pay as you go/);
    await open('Vector indices');
    await expect.poll(() => rows.count()).toBe(3);
    await expect.poll(() => row('catalogue').textContent()).toMatch(/Hybrid/);
    await expect.poll(() => button('New database').isEnabled()).toBe(true);
  });

  it('creates a database, and shows its lifecycle without a refresh', async () => {
    const { create, row, rows, dialog, clock } = await openDashboard(harness);
    await row('sessions').waitFor();
    await create('first-steps');
    await expect.poll(() => row('first-steps').textContent()).toContain('creating');
    await clock.advance(lifecycle.creatingMs);
    await expect.poll(() => row('first-steps').textContent()).toContain('updating');
    await clock.advance(lifecycle.updatingMs);
    await expect.poll(() => row('first-steps').textContent()).not.toMatch(/creating|updating/);
    await expect.poll(() => dialog.isVisible()).toBe(false);
    await expect.poll(() => rows.count()).toBe(5);
  });

  it('removes a database when the server no longer sends its id, also after a reload', async () => {
    const { row, rows, ids, page } = await openDashboard(harness);
    await row('orders').waitFor();
    await expect.poll(() => rows.count()).toBe(4);
    ids.delete('orders');
    // The page reads the ids of the server every 5 s.
    await expect.poll(() => rows.count()).toBe(3);
    await expect.poll(() => row('orders').count()).toBe(0);
    await page.reload();
    await row('sessions').waitFor();
    await expect.poll(() => rows.count()).toBe(3);
  });

  it('shows form errors before it sends a create request', async () => {
    const { button, dialog, control } = await openDashboard(harness);
    await button('New database').click();
    await dialog.getByRole('button', { name: 'Create database' }).click();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true');
    expect(await control.databases.list()).toHaveLength(4);
  });

  it('shows why the service refused a create request', async () => {
    const { create, dialog, control } = await openDashboard(harness);
    await control.faults.inject({ kind: 'status', status: 422, operation: 'create-database' });
    await create('refused');
    await expect
      .poll(() => dialog.textContent())
      .toMatch(/The service refused the request.*No database was created.*422/);
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('refused');
  });

  it('hides the create button in read-only mode', async () => {
    const { button, row } = await openDashboard(harness, { mayCreate: false });
    await row('sessions').waitFor();
    await expect.poll(() => button('New database').count()).toBe(0);
  });

  it('continues polling when the service forbids creating', async () => {
    const { create, dialog, control, status, row, ids, button } = await openDashboard(harness);
    await control.faults.inject({ kind: 'status', status: 403, operation: 'create-database' });
    await create('refused');
    await expect.poll(() => dialog.textContent()).toMatch(/not allowed.*No database was created/);
    await expect.poll(() => status.textContent()).toContain('Live');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await control.databases.set(ids.get('orders') ?? '', { state: 'suspended' });
    await button('Refresh everything').click();
    await expect.poll(() => row('orders').textContent()).toContain('suspended');
  });

  it('shows values of any type in a record as text', async () => {
    const { control, row, rows, ids, page, details } = await openDashboard(harness);
    await expect.poll(() => row('orders').textContent()).toContain('active');
    const id = ids.get('orders') ?? '';
    // The proxy removes undocumented members, so an object in place of a text arrives empty.
    const wrong = { primary_region: { a: 1 }, state: [true], type: 7, modifying_state: { b: 2 }, db_max_clients: 'x' };
    await control.databases.set(id, { database_name: '<img src=x onerror=alert(1)>', ...wrong });
    await page.goto(`${new URL('/', page.url()).href}#/databases/${id}`);
    await page.reload();
    const name = '<img src=x onerror=alert(1)>';
    await expect.poll(() => row(name).textContent()).toMatch(/\[true\].*\{\}.*\{\}.*7/);
    await details.getByRole('heading', { name }).waitFor();
    await expect.poll(() => rows.count()).toBe(4);
  });

  it('opens no details for an address with an invalid id', async () => {
    const { page, row, rows, details } = await openDashboard(harness);
    await row('orders').waitFor();
    for (const id of ['..', 'a%2Fb', '%00']) {
      await page.goto(`${new URL('/', page.url()).href}#/databases/${id}`);
      await page.reload();
      await row('orders').waitFor();
      expect([await rows.count(), await details.count()]).toEqual([4, 0]);
    }
  });

  it('sorts databases without an answer first, and counts and filters each condition', async () => {
    const { control, row, rows, ids, button, page, firstLine } = await openDashboard(harness);
    await expect.poll(() => row('sessions').textContent()).toContain('active');
    await control.databases.remove(ids.get('sessions') ?? '');
    await button('Refresh everything').click();
    await expect.poll(() => row('sessions').textContent()).toContain('missing');
    await button('Updated').click();
    await expect.poll(() => rows.first().textContent()).toContain('sessions');
    await expect.poll(() => firstLine.textContent()).toBe('3 active, 1 missing');
    await expect.poll(() => page.title()).toBe('(1) fleetglass');
    await firstLine.getByRole('button', { name: '3 active' }).click();
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole('combobox', { name: 'Filter by health' }).selectOption({ label: 'Missing' });
    await expect.poll(() => rows.count()).toBe(1);
  });

  it('shows an exceeded limit in the summary, the row and the details', async () => {
    const { row, firstLine, details, use, page } = await openDashboard(harness);
    await expect.poll(() => row('orders').textContent()).toContain('active');
    await expect.poll(() => firstLine.textContent()).toBe('All 4 databases are active');
    const icon = (): Promise<string | null> => page.locator('link[rel="icon"]').getAttribute('href');
    const calm = await icon();
    use('orders', { db_max_clients: 500 });
    await expect.poll(() => row('orders').textContent()).toMatch(/50 %.*Connections.*500 of 1,000/);
    await expect.poll(() => firstLine.textContent()).toBe('All 4 databases are healthy');
    use('orders', { db_max_clients: 1001 });
    await expect.poll(() => firstLine.textContent()).toBe('3 healthy, 1 beyond its connection limit');
    await expect.poll(() => page.title()).toBe('(1) fleetglass');
    await expect.poll(icon).not.toBe(calm);
    await expect.poll(() => row('orders').textContent()).toMatch(/100 %.*Connections/);
    await row('orders').getByRole('link').click();
    await expect.poll(() => details.textContent()).toMatch(/Connections.*limit reached.*100 %.*1,001 of 1,000/);
  });

  it('draws the recent use of a limit in the row', async () => {
    const { row, use } = await openDashboard(harness);
    await expect.poll(() => row('orders').textContent()).toContain('active');
    const trend = row('orders').getByRole('img', { name: 'Connections, last 5 min: 400 to 450' });
    for (const [minutesAgo, used] of [
      [5, 400],
      [4, 420],
      [0, 450],
    ] as const)
      use('orders', { db_max_clients: used }, Date.now() - minutesAgo * 60_000);
    await trend.waitFor();
  });

  it('labels simulated usage once', async () => {
    const { page, row, use } = await openDashboard(harness);
    await row('orders').waitFor();
    use('orders', { db_max_clients: 400 }, Date.now(), 'simulated load');
    use('sessions', { db_max_clients: 10 }, Date.now(), 'simulated load');
    await expect.poll(() => page.getByText('simulated').count()).toBe(1);
  });

  it('moves no row under the pointer, and offers the new order', async () => {
    const { row, rows, control, ids, button, page } = await openDashboard(harness);
    await expect.poll(() => rows.first().textContent()).toContain('orders');
    await row('page-cache').hover();
    await control.databases.set(ids.get('orders') ?? '', { database_name: 'zebra' });
    await page.keyboard.press('r');
    await expect.poll(() => rows.first().textContent()).toContain('zebra');
    await button('New order').click();
    await expect.poll(() => rows.first().textContent()).toContain('page-cache');
    await expect.poll(() => button('New order').count()).toBe(0);
  });

  it('shows the short id, and copies the whole id', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, row, details, ids } = await openDashboard(harness, { browser: { permissions } });
    const id = ids.get('orders') ?? '';
    await row('orders').hover();
    await row('orders').getByRole('button', { name: 'Copy id' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(id);
    await expect.poll(() => details.count()).toBe(0);
    await expect
      .poll(() =>
        row('orders')
          .getByText(`${id.slice(0, 8)}…`)
          .isVisible(),
      )
      .toBe(true);
  });

  it('shows a created database after a reload', async () => {
    const { create, row, page } = await openDashboard(harness);
    await create('kept');
    await row('kept').waitFor();
    await page.reload();
    await expect.poll(() => row('kept').isVisible()).toBe(true);
  });

  it('has its server keep the ids that are added and removed', async () => {
    const { row, rows, page, details, button, ids } = await openDashboard(harness, { keepsIds: true });
    await row('orders').waitFor();
    const stored = (): Promise<string> => page.evaluate(() => JSON.stringify({ ...localStorage }));
    const { origin } = new URL(page.url());
    const known = async (): Promise<string[]> =>
      ((await (await page.request.get(`${origin}/known`)).json()) as { ids: string[] }).ids;
    await page.getByRole('textbox', { name: 'Add a database by id' }).fill('added');
    await button('Add').click();
    await expect.poll(known).toContain('added');
    await expect.poll(stored).not.toContain('added');
    await row('orders').getByRole('link').click();
    await details.getByRole('button', { name: 'Remove from this page' }).click();
    await details.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(known).not.toContain(ids.get('orders'));
    await expect.poll(() => row('orders').count()).toBe(0);
    await page.reload();
    await row('sessions').waitFor();
    await expect.poll(() => rows.count()).toBe(4);
    await expect.poll(() => row('orders').count()).toBe(0);
  });

  it('shows that its server refuses to remove an id, until the next attempt', async () => {
    const { row, page, details, ids } = await openDashboard(harness, { keepsIds: true });
    await page.route('**/known', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { error: 'full' } }) : route.fallback(),
    );
    const remove = async (): Promise<void> => {
      await row('orders').getByRole('link').click();
      await details.getByRole('button', { name: 'Remove from this page' }).click();
      await details.getByRole('button', { name: 'Remove', exact: true }).click();
    };
    await remove();
    const alert = page.getByRole('alert');
    await expect.poll(() => alert.textContent()).toContain(`could not remove ${ids.get('orders')}`);
    await expect.poll(() => row('orders').count()).toBe(1);
    await page.unroute('**/known');
    await remove();
    await expect.poll(() => row('orders').count()).toBe(0);
    await expect.poll(() => alert.count()).toBe(0);
  });

  it('has no secrets in the page, in its storage and in the answers it receives', async () => {
    const answers: Promise<string>[] = [];
    const { page, row, create, details } = await openDashboard(harness);
    page.on('response', (response) => void answers.push(response.text().catch(() => '')));
    await page.reload();
    await create('with-secrets');
    await row('with-secrets').getByRole('link').click();
    await details.waitFor();
    // A body that the browser has discarded is read with the next poll.
    const bodies = async (): Promise<string> => (await Promise.all(answers)).join('\n');
    await expect.poll(async () => (await bodies()).includes('"with-secrets"')).toBe(true);
    const received = await bodies();
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    for (const text of [received, stored, await page.content()]) {
      expect(text).not.toMatch(/canary/);
      expect(text).not.toMatch(/"(?:rest_token|read_only_rest_token|password|token)":/);
    }
    expect(page.url()).not.toContain('token');
  });

  it('causes no layout shift while it loads', async () => {
    const { page, row } = await openDashboard(harness);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) =>
        shifts.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value)),
      ).observe({ type: 'layout-shift', buffered: true });
    });
    await page.reload();
    await expect.poll(() => row('sessions').textContent()).toContain('active');
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([]);
  });
});
