import { reportUsage } from '../../../src/index.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DatabaseDetail } from '../../../src/apps/dashboard/page/detail/database-detail.js';
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
    await expect.element(page.getByRole('complementary', { name: 'orders', exact: true })).toBeVisible();
  };

  test('show all fields, in units and with all digits, and explanations on demand', async () => {
    harness.answers.databases.set(id, databaseText({ hibernated_at: '2025-11-01', port: 'none' }));
    await show();
    await expect.poll(text).toContain('Memory3 GiB');
    await expect.poll(text).toContain('Lua timeout250 ms');
    await expect.poll(text).toContain('Commands in totalpractically unlimited');
    expect(document.querySelector('[title*="8,024,278,031,528,736,858"]')).not.toBeNull();
    await expect.poll(text).toContain('2025-10-19 18:33:05 UTC');
    await expect.poll(text).toContain('Encryption at restyes');
    await expect.poll(text).toContain('Otherhibernated_at2025-11-01');
    const allFields = page.getByRole('region', { name: 'All fields' });
    await expect.element(allFields).toHaveTextContent('Differences from the API documentation1 place');
    await expect.element(allFields).toHaveTextContent('portwrong-typeThe value has another type');
    const toggle = allFields.getByRole('button', { name: 'Explain' });
    expect(text()).not.toContain('Regions with a read replica.');
    await toggle.click();
    await expect.element(toggle).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(text).toContain('Regions with a read replica. read_regions');
    expect(text()).not.toContain('db_memory_threshold');
    await page.getByRole('region', { name: 'Limits' }).getByRole('button', { name: 'Explain' }).click();
    await expect.poll(text).toContain('db_memory_threshold 3,221,225,472 bytes');
    await expect.poll(text).toContain('db_request_limit 8,024,278,031,528,736,858');
  });

  test('show reported usage, and no usage of other limits', async () => {
    await show();
    await expect.poll(text).toContain('The dashboard reads no usage of this database');
    const at = Date.now() - 5000;
    reportUsage(
      harness.fleet,
      'database',
      id,
      { db_memory_threshold: 3_070_000_000, db_max_clients: 1200 },
      { at, source: 'redis-info' },
    );
    await expect.element(page.getByRole('region', { name: 'Memory' })).toHaveTextContent('almost full95 %');
    await expect.poll(text).toContain('2.86 GiB of 3 GiB');
    await expect.poll(text).toContain('Connectionslimit reached120 %1,200 of 1,0000 left');
    await expect.poll(text).toMatch(/Reported \d+ s ago by redis-info/);
    await expect.poll(text).toContain('Other limitsExplainRequest size10 MiB');
  });

  test('show why a usage source cannot read the database', async () => {
    await show();
    const lastError = { at: 1, id, message: 'connect ECONNREFUSED' };
    harness.sources.set([
      { name: 'redis-info', resource: 'database', resources: 1, failing: 1, lastRunAt: 1, lastError },
    ]);
    await expect.element(page.getByText('The usage source redis-info cannot read this database.')).toBeVisible();
    expect(page.getByText('connect ECONNREFUSED').element().checkVisibility()).toBe(false);
  });

  test('contain no credentials of any answer', async () => {
    const secrets = { password: CANARY, rest_token: CANARY, session_token: CANARY, notes: { deep: { token: CANARY } } };
    harness.answers.databases.set(id, databaseText(secrets));
    await show();
    for (const explain of page.getByRole('button', { name: 'Explain' }).all()) await explain.click();
    expect(document.documentElement.outerHTML).not.toContain(CANARY);
    await expect.poll(text).toContain('Find the passwordThis page never receives it.');
    await expect.poll(text).toContain(`fleetglass get ${id} --show-secrets`);
  });

  test('remove the id after a confirmation that shows the id', async () => {
    await show();
    await page.getByRole('button', { name: 'Remove from this page' }).click();
    const question = page.getByRole('dialog', { name: 'Remove orders from this page?' });
    await expect.element(question).toHaveTextContent('The database keeps running, with its data and its cost.');
    await expect.element(question).toHaveTextContent(id);
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('button', { name: 'Remove from this page' })).toHaveFocus();
    expect(onRemove).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Remove from this page' }).click();
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    expect(onRemove).toHaveBeenCalledOnce();
  });
});
