import { describe, expect, inject, it } from 'vitest';
import { useStage } from './browser.js';
import { openDashboard } from './open-dashboard.js';

const stage = useStage();

describe.runIf(inject('hasChromium'))('what goes wrong, the dashboard says', () => {
  it('the network is lost, and comes back: what was seen stays, then it is up to date again', async () => {
    const { page, row, status, control, ids, button } = await openDashboard(stage);
    await expect.poll(() => row('orders').textContent()).toContain('active');
    await page.context().setOffline(true);
    await button('Refresh everything').click();
    await expect.poll(() => status.textContent()).toMatch(/keeps? failing|does not answer|offline/);
    expect(await row('orders').textContent()).toContain('active');
    await control.databases.set(ids.get('orders') ?? '', { state: 'suspended' });
    await page.context().setOffline(false);
    await button('Refresh everything').click();
    await expect.poll(() => row('orders').textContent()).toContain('suspended');
    await expect.poll(() => status.textContent()).toContain('Live');
  });

  it('the service does not answer, and when it is asked again; when it answers, all goes on', async () => {
    const { row, status, control, button } = await openDashboard(stage);
    await expect.poll(() => row('orders').textContent()).toContain('active');
    await control.faults.inject({ kind: 'status', status: 503 });
    await button('Refresh everything').click();
    await expect.poll(() => status.textContent()).toMatch(/Next attempt in \d+ (?:s|min).*does not answer/);
    expect(await row('orders').textContent()).toContain('active');
    await control.faults.clear();
    await expect.poll(() => status.textContent()).toContain('Live');
  });

  it('the account’s password is wrong, and until when nothing is asked', async () => {
    const { status, row, ids } = await openDashboard(stage, { password: 'canary-wrong' });
    await expect.poll(() => status.textContent()).toMatch(/Stopped.*Next attempt in [45] min.*(?:refuse|credentials)/);
    // Nothing is known of them but that there are such.
    expect(await row([...ids.values()][0] ?? '').count()).toBe(1);
  });

  it('the service has no database with such an id, and the others are none the worse', async () => {
    const { page, row, status } = await openDashboard(stage);
    await row('orders').waitFor();
    await page.getByRole('textbox', { name: 'Add a database by id' }).fill('no-such-id');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(() => row('no-such-id').textContent()).toMatch(/not found|missing/i);
    expect(await status.textContent()).toContain('Live');
  });

  it('an id that was mistyped, which can be taken off the page again', async () => {
    const { page, row, rows, details } = await openDashboard(stage);
    await row('sessions').waitFor();
    await page.getByRole('textbox', { name: 'Add a database by id' }).fill('mistyped');
    await page.keyboard.press('Enter');
    await row('mistyped').getByRole('link').click();
    await details.getByRole('button', { name: 'Remove from this page' }).click();
    await details.getByRole('button', { name: 'Remove it' }).click();
    await expect.poll(() => rows.count()).toBe(4);
    expect(await row('mistyped').count()).toBe(0);
  });

  it('the page was opened without the address that was printed: it shows nothing of the fleet', async () => {
    const { page, rows } = await openDashboard(stage, { withoutToken: true });
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('open the address that fleetglass printed');
    expect(await rows.count()).toBe(0);
  });

  it('the command has ended', async () => {
    const { page, row, status, dashboard, button } = await openDashboard(stage);
    await expect.poll(() => row('orders').textContent()).toContain('active');
    await dashboard.close();
    await button('Refresh everything').click();
    await expect.poll(() => status.textContent()).toMatch(/keeps? failing|does not answer/);
    expect(await row('orders').textContent()).toContain('active');
    expect(page.url()).toMatch(/^http:/);
  });

  it('the command was started anew: the page is let in again with the address that it printed', async () => {
    const { page, row, rows, dashboard, reopen, button } = await openDashboard(stage);
    await row('orders').waitFor();
    await dashboard.close();
    const { url } = await reopen();
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('open the address that fleetglass printed');
    expect(await rows.count()).toBe(0);
    const tab = await page.context().newPage();
    await tab.goto(url);
    await button('Try again').click();
    await row('orders').waitFor();
  });

  it('polling was paused by a person, until they let it go on', async () => {
    const { row, status, button } = await openDashboard(stage);
    await row('orders').waitFor();
    await button('Pause polling').click();
    await expect.poll(() => status.textContent()).toContain('Paused');
    await button('Resume polling').click();
    await expect.poll(() => status.textContent()).toContain('Live');
  });

  it('there is nothing yet, and what to do about it', async () => {
    const { page, button } = await openDashboard(stage, { databases: 0 });
    await expect.poll(() => page.getByRole('main').textContent()).toMatch(/no databases|none|nothing/i);
    expect(await button('New database').first().isVisible()).toBe(true);
  });
});
