import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CompareDialog } from '../../../src/apps/dashboard/page/compare/compare-dialog.js';
import { Palette } from '../../../src/apps/dashboard/page/palette/palette.js';
import { reportUsage } from '../../../src/index.js';
import { createHarness } from './harness.js';
import { databaseText } from './sample-records.js';

const nothing = (): void => {};

test('the comparison shows the share of a limit of 0', async () => {
  const { fleet, answers, show, end } = await createHarness();
  onTestFinished(end);
  fleet.databases.add(['a', 'b']);
  for (const [id, used] of Object.entries({ a: 0, b: 3 })) {
    answers.databases.set(id, databaseText({ database_id: id, database_name: id, db_max_clients: 0 }));
    await fleet.databases.refresh(id);
    reportUsage(fleet, 'database', id, { db_max_clients: used });
  }
  show(<CompareDialog resource="database" ids={['a', 'b']} onClose={nothing} />);
  const legend = page.getByRole('listitem');
  await expect.poll(() => legend.elements().map(({ textContent }) => textContent)).toEqual(['a0 %', 'b∞ %']);
});

test('the palette resumes only a pause that the user began', async () => {
  const { fleet, show, end } = await createHarness();
  onTestFinished(end);
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  dispatchEvent(new Event('offline'));
  show(<Palette onOpen={nothing} onClose={nothing} />);
  await expect.element(page.getByRole('option', { name: 'Pause polling' })).toBeVisible();
  fleet.polling.pause();
  await expect.element(page.getByRole('option', { name: 'Resume polling' })).toBeVisible();
});
