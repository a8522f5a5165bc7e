import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DatabaseDetail } from '../../../src/apps/dashboard/page/detail/database-detail.js';
import { accessibilityProblems } from './accessibility-problems.js';
import { databaseText } from './sample-records.js';
import { openStage, type Stage } from './stage.js';

const id = 'orders-1';
const CANARY = 'canary-3f9c';

const text = (): string => document.body.textContent.replaceAll(/\s+/g, ' ');

describe('the details of a database', () => {
  let stage: Stage;
  const onClose = vi.fn<() => void>();
  const onRemove = vi.fn<() => void>();

  beforeEach(async () => {
    stage = await openStage();
    stage.answers.databases.set(id, databaseText());
  });

  afterEach(() => {
    stage.end();
    vi.clearAllMocks();
  });

  const show = async (): Promise<void> => {
    stage.show(<DatabaseDetail id={id} onClose={onClose} onRemove={onRemove} />);
    await expect.element(page.getByRole('complementary', { name: 'orders' })).toBeVisible();
  };

  test('are all of its fields, in units for people and with every digit', async () => {
    await show();
    expect(text()).toContain('Memory3 GiB');
    expect(text()).toContain('Lua timeout250 ms');
    expect(text()).toContain('Commands in total8,024,278,031,528,736,858');
    expect(text()).toContain('2025-10-19 18:33:05 UTC');
    expect(text()).toContain('Encryption at restyes');
    for (const name of ['Limits', 'History', 'Database', 'Connection', 'Placement', 'Settings', 'Security add-ons'])
      await expect.element(page.getByRole('region', { name, exact: true })).toBeInTheDocument();
  });

  test('are explained on demand, with the names of the API', async () => {
    await show();
    const toggle = page.getByRole('button', { name: 'Explain fields' });
    await expect.element(toggle).toHaveAttribute('aria-pressed', 'false');
    expect(text()).not.toContain('Regions with a replica to read from.');
    await toggle.click();
    await expect.element(toggle).toHaveAttribute('aria-pressed', 'true');
    expect(text()).toContain('Regions with a replica to read from. read_regions');
    expect(text()).toContain('db_memory_threshold 3,221,225,472 bytes');
  });

  test('show the use of limits as it is reported, and never as 0 where it is not', async () => {
    await show();
    expect(text()).toContain('does not say how much of them is used');
    const at = Date.now() - 5000;
    stage.fleet.usage.report(
      'database',
      id,
      { db_memory_threshold: 3_070_000_000, db_max_clients: 1200 },
      { at, source: 'redis-info' },
    );
    await expect.element(page.getByText('95 % used, critical')).toBeVisible();
    expect(text()).toContain('2.86 GiB of 3 GiB');
    expect(text()).toContain('Connections1,200 of 1,000120 % used, exceeded');
    expect(text()).toMatch(/Seen \d+ s ago by redis-info/);
    expect(text()).toContain('Use not reported:Request size10 MiB');
  });

  test('show what the document does not know, and where the record departs from it', async () => {
    stage.answers.databases.set(id, databaseText({ port: 'none', state: 'hibernating', hibernated_at: '2025-11-01' }));
    await show();
    expect(text()).toContain('Otherhibernated_at2025-11-01');
    const departures = page.getByRole('region', { name: 'Departures from the document' });
    await expect.element(departures).toHaveTextContent('in 2 places');
    await expect.element(departures).toHaveTextContent('portwrong-typeThe value is of another type');
  });

  test('hold no credential, whatever a service sends', async () => {
    const secrets = { password: CANARY, rest_token: CANARY, session_token: CANARY, notes: { deep: { token: CANARY } } };
    stage.answers.databases.set(id, databaseText(secrets));
    await show();
    await page.getByRole('button', { name: 'Explain fields' }).click();
    expect(document.documentElement.outerHTML).not.toContain(CANARY);
    expect(text()).toContain('Passwords and tokens are not shown, by design');
    expect(text()).toContain(`fleetglass get ${id} --show-secrets`);
  });

  test('tell what changed, newest first', async () => {
    await show();
    expect(text()).toContain('No change of its state was seen');
    stage.answers.databases.set(id, databaseText({ state: 'suspended', modifying_state: 'updating' }));
    await page.getByRole('button', { name: 'Refresh now' }).click();
    const items = page.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem');
    await expect.element(items.first()).toHaveTextContent('Pending change: at rest → to updating');
    await expect.element(items.nth(1)).toHaveTextContent('State: active → to suspended');
  });

  test('stay, and say that they may be old, when an answer fails', async () => {
    await show();
    stage.answers.databases.set(id, 503);
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await expect.element(page.getByText('The service cannot be reached, or fails')).toBeVisible();
    expect(text()).toContain('What follows is the last good answer.');
    expect(text()).toContain('Memory3 GiB');
    stage.answers.databases.set(id, databaseText());
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await expect.element(page.getByText('What follows is the last good answer.')).not.toBeInTheDocument();
  });

  test('say that there is no such database', async () => {
    stage.answers.databases.set(id, 404);
    stage.show(<DatabaseDetail id={id} onClose={onClose} />);
    await expect.element(page.getByText('There is no such database')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Remove from this page' })).not.toBeInTheDocument();
  });

  test('let go of it after a question, which has the id to be kept', async () => {
    await show();
    await page.getByRole('button', { name: 'Remove from this page' }).click();
    const question = page.getByRole('group', { name: 'Remove from this page?' });
    await expect.element(question).toHaveTextContent(id);
    await question.getByRole('button', { name: 'Keep it' }).click();
    await expect.element(page.getByRole('button', { name: 'Remove from this page' })).toHaveFocus();
    expect(onRemove).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Remove from this page' }).click();
    await question.getByRole('button', { name: 'Remove it' }).click();
    expect(onRemove).toHaveBeenCalledOnce();
  });

  test('have an id that can be copied, or say that it could not', async () => {
    await show();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce().mockRejectedValueOnce(new Error());
    const copy = page.getByRole('button', { name: 'Copy id', exact: true }).first();
    await copy.click();
    await expect.element(page.getByText('Copied')).toBeInTheDocument();
    expect(write).toHaveBeenCalledWith(id);
    await copy.click();
    await expect.element(page.getByText('Could not be copied')).toBeVisible();
  });

  test('are closed by Escape', async () => {
    await show();
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('have no problem of accessibility, at their fullest', async () => {
    stage.answers.databases.set(id, databaseText({ port: 'none', hibernated_at: '2025-11-01' }));
    await show();
    const used = {
      db_memory_threshold: 3_070_000_000,
      db_max_clients: 1200,
      db_disk_threshold: 1e11,
      db_max_entry_size: 1,
    };
    stage.fleet.usage.report('database', id, used);
    stage.answers.databases.set(id, databaseText({ state: 'suspended', port: 'none', notes: { by: 'ops' } }));
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
