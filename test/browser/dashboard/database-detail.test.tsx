import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DatabaseDetail } from '../../../src/apps/dashboard/page/detail/database-detail.js';
import { accessibilityProblems } from './accessibility-problems.js';
import { databaseText } from './sample-records.js';
import { createHarness, type Harness } from './harness.js';

const id = 'orders-1';
const CANARY = 'canary-3f9c';

const text = (): string => document.body.textContent.replaceAll(/\s+/g, ' ');

describe('the details of a database', () => {
  let harness: Harness;
  const onClose = vi.fn<() => void>();
  const onRemove = vi.fn<() => void>();

  beforeEach(async () => {
    harness = await createHarness();
    harness.answers.databases.set(id, databaseText());
  });

  afterEach(() => {
    harness.end();
    vi.clearAllMocks();
  });

  const show = async (): Promise<void> => {
    harness.show(<DatabaseDetail id={id} onClose={onClose} onRemove={onRemove} />);
    await expect.element(page.getByRole('complementary', { name: 'orders' })).toBeVisible();
  };

  test('show all fields, in units and with all digits', async () => {
    await show();
    expect(text()).toContain('Memory3 GiB');
    expect(text()).toContain('Lua timeout250 ms');
    expect(text()).toContain('Commands in total8,024,278,031,528,736,858');
    expect(text()).toContain('2025-10-19 18:33:05 UTC');
    expect(text()).toContain('Encryption at restyes');
    for (const name of ['Limits', 'History', 'Database', 'Connection', 'Placement', 'Settings', 'Security add-ons'])
      await expect.element(page.getByRole('region', { name, exact: true })).toBeInTheDocument();
  });

  test('show explanations and API names on demand', async () => {
    await show();
    const toggle = page.getByRole('button', { name: 'Explain fields' });
    await expect.element(toggle).toHaveAttribute('aria-pressed', 'false');
    expect(text()).not.toContain('Regions with a read replica.');
    await toggle.click();
    await expect.element(toggle).toHaveAttribute('aria-pressed', 'true');
    expect(text()).toContain('Regions with a read replica. read_regions');
    expect(text()).toContain('db_memory_threshold 3,221,225,472 bytes');
  });

  test('show reported usage, and no usage of other limits', async () => {
    await show();
    expect(text()).toContain('The API does not include usage');
    const at = Date.now() - 5000;
    harness.fleet.usage.report(
      'database',
      id,
      { db_memory_threshold: 3_070_000_000, db_max_clients: 1200 },
      { at, source: 'redis-info' },
    );
    await expect.element(page.getByText('95 % used, critical')).toBeVisible();
    expect(text()).toContain('2.86 GiB of 3 GiB');
    expect(text()).toContain('Connections1,200 of 1,000120 % used, exceeded');
    expect(text()).toMatch(/Reported \d+ s ago by redis-info/);
    expect(text()).toContain('Limits without reported usage:Request size10 MiB');
  });

  test('show undocumented fields and differences from the API documentation', async () => {
    harness.answers.databases.set(
      id,
      databaseText({ port: 'none', state: 'hibernating', hibernated_at: '2025-11-01' }),
    );
    await show();
    expect(text()).toContain('Otherhibernated_at2025-11-01');
    const differences = page.getByRole('region', { name: 'Differences from the API documentation' });
    await expect.element(differences).toHaveTextContent('in 2 places');
    await expect.element(differences).toHaveTextContent('portwrong-typeThe value has another type');
  });

  test('contain no credentials of any answer', async () => {
    const secrets = { password: CANARY, rest_token: CANARY, session_token: CANARY, notes: { deep: { token: CANARY } } };
    harness.answers.databases.set(id, databaseText(secrets));
    await show();
    await page.getByRole('button', { name: 'Explain fields' }).click();
    expect(document.documentElement.outerHTML).not.toContain(CANARY);
    expect(text()).toContain('This page never receives passwords and tokens.');
    expect(text()).toContain(`fleetglass get ${id} --show-secrets`);
  });

  test('show the history, newest change first', async () => {
    await show();
    expect(text()).toContain('The state has not changed');
    harness.answers.databases.set(id, databaseText({ state: 'suspended', modifying_state: 'updating' }));
    await page.getByRole('button', { name: 'Refresh now' }).click();
    const items = page.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem');
    await expect.element(items.first()).toHaveTextContent('Pending change: at rest → to updating');
    await expect.element(items.nth(1)).toHaveTextContent('State: active → to suspended');
  });

  test('keep the last record with a warning when a request fails', async () => {
    await show();
    harness.answers.databases.set(id, 503);
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await expect.element(page.getByText('The service does not answer or fails')).toBeVisible();
    expect(text()).toContain('Below is the last valid answer.');
    expect(text()).toContain('Memory3 GiB');
    harness.answers.databases.set(id, databaseText());
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await expect.element(page.getByText('Below is the last valid answer.')).not.toBeInTheDocument();
  });

  test('show that the service has no such database', async () => {
    harness.answers.databases.set(id, 404);
    harness.show(<DatabaseDetail id={id} onClose={onClose} />);
    await expect.element(page.getByText('The service has no database with this id')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Remove from this page' })).not.toBeInTheDocument();
  });

  test('remove the id after a confirmation that shows the id', async () => {
    await show();
    await page.getByRole('button', { name: 'Remove from this page' }).click();
    const question = page.getByRole('group', { name: 'Remove from this page?' });
    await expect.element(question).toHaveTextContent(id);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('button', { name: 'Remove from this page' })).toHaveFocus();
    expect(onRemove).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Remove from this page' }).click();
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    expect(onRemove).toHaveBeenCalledOnce();
  });

  test('copy the id, or show that copying failed', async () => {
    await show();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce().mockRejectedValueOnce(new Error());
    const copy = page.getByRole('button', { name: 'Copy id', exact: true }).first();
    await copy.click();
    await expect.element(page.getByText('Copied')).toBeInTheDocument();
    expect(write).toHaveBeenCalledWith(id);
    await copy.click();
    await expect.element(page.getByText('Copy failed')).toBeVisible();
  });

  test('close with Escape', async () => {
    await show();
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('have no axe violations with all parts shown', async () => {
    harness.answers.databases.set(id, databaseText({ port: 'none', hibernated_at: '2025-11-01' }));
    await show();
    const used = {
      db_memory_threshold: 3_070_000_000,
      db_max_clients: 1200,
      db_disk_threshold: 1e11,
      db_max_entry_size: 1,
    };
    harness.fleet.usage.report('database', id, used);
    harness.answers.databases.set(id, databaseText({ state: 'suspended', port: 'none', notes: { by: 'ops' } }));
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await expect.element(page.getByText('State: active')).toBeVisible();
    await page.getByRole('button', { name: 'Explain fields' }).click();
    await page.getByRole('button', { name: 'Remove from this page' }).click();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('fit on a narrow screen', async () => {
    await page.viewport(390, 844);
    await show();
    await page.getByRole('button', { name: 'Explain fields' }).click();
    expect(document.querySelector('.panel-body')?.scrollWidth).toBeLessThanOrEqual(390);
    await expect.element(page.getByRole('button', { name: 'Close details' })).toBeInViewport({ ratio: 1 });
  });
});
