import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DatabaseList } from '../../../src/apps/dashboard/page/databases/database-list.js';
import { IndexList } from '../../../src/apps/dashboard/page/indices/index-list.js';
import { Summary } from '../../../src/apps/dashboard/page/summary/summary.js';
import { reportUsage } from '../../../src/index.js';
import { createHarness, type Harness } from './harness.js';
import { databaseText } from './sample-records.js';

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});

afterEach(() => harness.end());

const nothing = (): void => {};
const id = 'orders-1';

async function read(fields: Readonly<Record<string, unknown>> = {}): Promise<void> {
  harness.answers.databases.set(id, databaseText(fields));
  harness.fleet.databases.add([id]);
  await harness.fleet.databases.refresh(id);
}

test('the list shows a limit without usage, is not sorted by it, and follows the limit of the record', async () => {
  await read();
  harness.show(<DatabaseList route={{ view: 'database', selected: undefined, query: {} }} onCreate={nothing} />);
  const heading = page.getByRole('columnheader', { name: 'Memory limit' });
  await expect.element(heading).toBeVisible();
  expect(heading.getByRole('button').elements()).toHaveLength(0);
  reportUsage(harness.fleet, 'database', id, { db_max_clients: 0 });
  await expect.element(page.getByRole('columnheader', { name: 'Usage' }).getByRole('button')).toBeVisible();
  await expect.element(page.getByRole('grid')).toHaveTextContent('Connections 0 of 1,000');
  // The share stays the same.
  await read({ db_max_clients: 5000 });
  await expect.element(page.getByRole('grid')).toHaveTextContent('Connections 0 of 5,000');
});

test('the summary does not say that usage is missing before the server has answered', async () => {
  await read();
  harness.show(<Summary resource="database" onUsageHelp={nothing} />);
  await expect.element(page.getByText('1 database, active')).toBeVisible();
  expect(page.getByText('Usage is not reported').elements()).toHaveLength(0);
  harness.sources.set([]);
  await expect.element(page.getByText('Usage is not reported')).toBeVisible();
});

test('an account without vector indices has none also in an outage, and an unread list is not empty', async () => {
  const { answers, fleet, show } = harness;
  const readList = async (text: string): Promise<void> => {
    answers.indices = text;
    await fleet.indices.refresh().catch(nothing);
  };
  await readList('no list');
  show(
    <>
      <Summary resource="index" onUsageHelp={nothing} />
      <IndexList route={{ view: 'index', selected: undefined, query: {} }} />
    </>,
  );
  await expect.element(page.getByText('The vector indices are not loaded')).toBeVisible();
  await readList('[]');
  await expect.element(page.getByText('No vector indices yet')).toBeVisible();
  await readList('no list');
  await expect.element(page.getByRole('heading', { name: 'No vector indices', exact: true })).toBeVisible();
});
