import { describe, expect, inject, it } from 'vitest';
import { useStage } from './browser.js';
import { lifecycle, openDashboard } from './open-dashboard.js';

const stage = useStage();

describe.runIf(inject('hasChromium'))('the dashboard', () => {
  it('shows the fleet: each database and index, with what is known of it', async () => {
    const { row, rows, open, button } = await openDashboard(stage);
    await row('sessions').waitFor();
    await expect.poll(() => rows.count()).toBe(4);
    await expect.poll(() => row('orders').textContent()).toMatch(/active.*us-east-1.*payg/);
    await open('Vector indices');
    await expect.poll(() => rows.count()).toBe(3);
    await expect.poll(() => row('catalogue').textContent()).toMatch(/HYBRID/);
    expect(await button('New database').isEnabled()).toBe(true);
  });

  it('creates a database, and sees it go through its lifecycle without being asked to look', async () => {
    const { create, row, rows, dialog, clock } = await openDashboard(stage);
    await row('sessions').waitFor();
    await create('first-steps');
    await expect.poll(() => row('first-steps').textContent()).toContain('creating');
    await clock.advance(lifecycle.creatingMs);
    await expect.poll(() => row('first-steps').textContent()).toContain('updating');
    await clock.advance(lifecycle.updatingMs);
    await expect.poll(() => row('first-steps').textContent()).not.toMatch(/creating|updating/);
    expect(await dialog.isVisible()).toBe(false);
    expect(await rows.count()).toBe(5);
  });

  it('no longer shows a database whose id the server has withdrawn, also after a reload', async () => {
    const { row, rows, ids, page } = await openDashboard(stage);
    await row('orders').waitFor();
    await expect.poll(() => rows.count()).toBe(4);
    ids.delete('orders');
    // The page asks the server for its ids every 5 s.
    await expect.poll(() => rows.count(), { timeout: 15_000 }).toBe(3);
    expect(await row('orders').count()).toBe(0);
    await page.reload();
    await row('sessions').waitFor();
    await expect.poll(() => rows.count()).toBe(3);
  });

  it('says what is wrong with a database that cannot be created, before it is sent', async () => {
    const { button, dialog, control } = await openDashboard(stage);
    await button('New database').click();
    await dialog.getByRole('button', { name: 'Create database' }).click();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true');
    expect(await control.databases.list()).toHaveLength(4);
  });

  it('says why the service did not create it', async () => {
    const { create, dialog, control } = await openDashboard(stage);
    await control.faults.inject({ kind: 'status', status: 422, operation: 'create-database' });
    await create('refused');
    await expect.poll(() => dialog.textContent()).toMatch(/The service refused the request.*Nothing was created.*422/);
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('refused');
  });

  it('lets nobody create where it was started to read only', async () => {
    const { button, row } = await openDashboard(stage, { mayCreate: false });
    await row('sessions').waitFor();
    expect(await button('New database').count()).toBe(0);
  });

  it('goes on polling when the service lets the account look, but not create', async () => {
    const { create, dialog, control, status, row, ids, button } = await openDashboard(stage);
    await control.faults.inject({ kind: 'status', status: 403, operation: 'create-database' });
    await create('refused');
    await expect.poll(() => dialog.textContent()).toMatch(/not allowed here.*Nothing was created/);
    expect(await status.textContent()).toContain('Live');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await control.databases.set(ids.get('orders') ?? '', { state: 'suspended' });
    await button('Refresh everything').click();
    await expect.poll(() => row('orders').textContent()).toContain('suspended');
  });

  it('shows whatever stands in a record as text, and what is no text too', async () => {
    const { control, row, rows, ids, page, details } = await openDashboard(stage);
    await expect.poll(() => row('orders').textContent()).toContain('active');
    const id = ids.get('orders') ?? '';
    // The proxy passes no member that api.md does not document, so that an object in place of a text arrives empty.
    const wrong = { primary_region: { a: 1 }, state: [true], type: 7, modifying_state: { b: 2 }, db_max_clients: 'x' };
    await control.databases.set(id, { database_name: '<img src=x onerror=alert(1)>', ...wrong });
    await page.goto(`${new URL('/', page.url()).href}#/databases/${id}`);
    await page.reload();
    const name = '<img src=x onerror=alert(1)>';
    await expect.poll(() => row(name).textContent()).toMatch(/\[true\].*\{\}.*\{\}.*7/);
    await details.getByRole('heading', { name }).waitFor();
    expect(await rows.count()).toBe(4);
  });

  it('opens no details of what cannot be an id, whoever made the address', async () => {
    const { page, row, rows, details } = await openDashboard(stage);
    await row('orders').waitFor();
    for (const id of ['..', 'a%2Fb', '%00']) {
      await page.goto(`${new URL('/', page.url()).href}#/databases/${id}`);
      await page.reload();
      await row('orders').waitFor();
      expect([await rows.count(), await details.count()]).toEqual([4, 0]);
    }
  });

  it('puts first what could not be confirmed, and counts what is missing in no limits', async () => {
    const { control, row, rows, ids, button, page, count } = await openDashboard(stage);
    await expect.poll(() => row('sessions').textContent()).toContain('active');
    await control.databases.remove(ids.get('sessions') ?? '');
    await button('Refresh everything').click();
    await expect.poll(() => row('sessions').textContent()).toContain('missing');
    await button('Confirmed').click();
    await expect.poll(() => rows.first().textContent()).toContain('sessions');
    // Three databases and three indices.
    await expect.poll(() => count('Unknown').textContent()).toMatch(/6/);
    await page.getByRole('combobox', { name: 'Filter by limits' }).selectOption({ label: 'Unknown' });
    await expect.poll(() => rows.count()).toBe(3);
  });

  it('shows that a database was suspended', async () => {
    const { row, control, ids, button } = await openDashboard(stage);
    await expect.poll(() => row('orders').textContent()).toContain('active');
    await control.databases.set(ids.get('orders') ?? '', { state: 'suspended' });
    await button('Refresh everything').click();
    await expect.poll(() => row('orders').textContent()).toContain('suspended');
  });

  it('shows that a limit is exceeded: in the summary, in the row, in the details', async () => {
    const { row, count, details, use } = await openDashboard(stage);
    await expect.poll(() => row('orders').textContent()).toContain('active');
    use('orders', { db_max_clients: 500 });
    await expect.poll(() => row('orders').textContent()).toMatch(/50 %.*Connections/);
    use('orders', { db_max_clients: 1001 });
    await expect.poll(() => count('Exceeded').textContent()).toMatch(/Exceeded\s*1/);
    await expect.poll(() => row('orders').textContent()).toMatch(/100 %.*Connections/);
    await row('orders').getByRole('link').click();
    await expect.poll(() => details.textContent()).toMatch(/Connections\s*1,001 of 1,000/);
  });

  it('keeps what was created over a reload', async () => {
    const { create, row, page } = await openDashboard(stage);
    await create('kept');
    await row('kept').waitFor();
    await page.reload();
    await expect.poll(() => row('kept').isVisible()).toBe(true);
  });

  it('holds no secret: not in the page, not in what it keeps, not in what it was sent', async () => {
    const answers: Promise<string>[] = [];
    const { page, row, create, details } = await openDashboard(stage);
    page.on('response', (response) => void answers.push(response.text().catch(() => '')));
    await page.reload();
    await create('with-secrets');
    await row('with-secrets').getByRole('link').click();
    await details.waitFor();
    // One that the browser has let go of is read with the next poll.
    const allSaid = async (): Promise<string> => (await Promise.all(answers)).join('\n');
    await expect.poll(async () => (await allSaid()).includes('"with-secrets"')).toBe(true);
    const said = await allSaid();
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    for (const text of [said, kept, await page.content()]) {
      expect(text).not.toMatch(/canary/);
      expect(text).not.toMatch(/"(?:rest_token|read_only_rest_token|password|token)":/);
    }
    expect(page.url()).not.toContain('token');
  });

  it('moves nothing while it loads', async () => {
    const { page, row } = await openDashboard(stage);
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
