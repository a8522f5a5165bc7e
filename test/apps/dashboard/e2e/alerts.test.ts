import { beforeEach, describe, expect, inject, it } from 'vitest';
import type { ShownAlert, ShownAlerts } from '../../../../src/format/shown-alerts.js';
import { useBrowser } from './browser.js';
import { soon, useDashboard, type OpenDashboard } from './open-dashboard.js';

const harness = useBrowser();

const STARTED = '2026-01-01T12:00:00.000Z';

describe.runIf(inject('hasChromium'))('the alerts on the page', () => {
  let read: () => Promise<ShownAlerts>;
  const opened = useDashboard(harness, { readAlerts: () => read(), hasClock: true });
  const without = useDashboard(harness);

  const alertOf = (id: string, rest: Partial<ShownAlert> = {}): ShownAlert => ({
    state: 'firing',
    key: `${rest.rule ?? 'suspended'}/${id}`,
    rule: 'suspended',
    severity: 'critical',
    resource: 'database',
    id,
    name: id,
    summary: 'The state is suspended.',
    startedAt: STARTED,
    ...rest,
  });

  /** The alerts of the seeded databases, the most urgent first. */
  function some({ ids }: OpenDashboard): readonly ShownAlert[] {
    const id = ids.get('orders') ?? '';
    return [
      alertOf(id, { name: 'orders' }),
      alertOf('catalogue', { resource: 'index', rule: 'full', severity: 'warning', name: '<b>catalogue</b>' }),
      alertOf('', { resource: 'fleet', rule: 'polling-stopped', key: 'fleet', summary: 'The polling stopped.' }),
      alertOf(ids.get('sessions') ?? '', { state: 'pending', name: 'sessions', severity: 'info' }),
    ];
  }

  beforeEach(() => {
    read = async () => ({ alerts: some(opened()), silences: [] });
  });

  it('are a list with a count, in which each leads to its database by mouse and by keyboard', async () => {
    const { page, open, rows, details, ids } = opened();
    const link = page.getByRole('link', { name: /^Alerts/ });
    await soon(opened(), () => link.textContent()).toBe('Alerts 3 firing');
    await open('Alerts');
    await soon(opened(), () => rows.count()).toBe(4);
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
    await soon(opened(), () => rows.count()).toBe(4);
    read = () => Promise.reject(new Error('The monitor at https://a.example cannot be reached (ECONNREFUSED).'));
    await soon(opened(), () => page.getByRole('alert').allTextContents()).toEqual([
      expect.stringContaining('(ECONNREFUSED).'),
    ]);
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('Last known: 3 firing, 1 pending');
    expect(await page.getByRole('link', { name: /^Alerts/ }).textContent()).toBe('Alerts ?');
    read = async () => ({ alerts: [], silences: [] });
    await soon(opened(), () => page.getByRole('heading', { level: 2 }).textContent()).toBe(
      'No alert is pending or firing',
    );
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByRole('status', { name: 'Changes' }).textContent()).toBe('Alerts: 0 firing, 0 pending.');
  });

  it('say why they are not sent, and which silences last', async () => {
    const { page, open, rows } = opened();
    const quiet = { kind: 'silence', name: '1a2b3c4d', comment: '<i>upgrade</i>' } as const;
    const endsAt = new Date(Date.now() + 7_190_000).toISOString();
    read = async () => ({
      alerts: [
        alertOf('a', { state: 'silenced', quiet }),
        alertOf('b', { state: 'suppressed', quiet: { kind: 'rule', name: 'polling-stopped' } }),
      ],
      silences: [{ id: '1a2b3c4d', comment: '<i>upgrade</i>', endsAt, rules: ['suspended'], labels: { team: 'shop' } }],
    });
    await open('Alerts');
    const heading = page.getByRole('heading', { level: 2 });
    await soon(opened(), () => heading.textContent()).toBe('0 firing, 0 pending, 1 silenced, 1 suppressed');
    expect(await rows.first().textContent()).toContain('silenced: <i>upgrade</i> (1a2b3c4d)');
    expect(await rows.nth(1).textContent()).toContain('suppressed: because of polling-stopped');
    const silences = page.getByRole('region', { name: 'Silences' });
    expect(await silences.getByRole('listitem').textContent()).toBe(
      '<i>upgrade</i> ends in 1 hsuspended, team=shop · fleetglass silence end 1a2b3c4d --state <directory>',
    );
  });

  it('say that a list of more than 1,000 has the most urgent alone', async () => {
    const { page, open } = opened();
    read = async () => ({ alerts: Array.from({ length: 1001 }, (_, at) => alertOf(`id-${at}`)), silences: [] });
    await open('Alerts');
    const heading = page.getByRole('heading', { level: 2 });
    await soon(opened(), () => heading.textContent()).toBe('1,001 firing, 0 pending');
    expect(await page.getByText('The 1,000 most urgent are listed.').count()).toBe(1);
  });

  it('say how to connect a monitor if there is none', async () => {
    const { page, open } = without();
    await open('Alerts');
    await expect.poll(() => page.getByRole('heading', { level: 2 }).textContent()).toBe('No monitor is connected');
    expect(await page.getByText('fleetglass dashboard --monitor ./state').isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: /^Alerts/ }).textContent()).toBe('Alerts ');
  });
});
