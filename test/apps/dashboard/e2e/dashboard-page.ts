import type { Locator, Page } from 'playwright';

/** Creates locators of a page, by role and accessible name. */
export function onDashboard(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'New database' });
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
  return {
    status: page.getByRole('region', { name: 'Polling' }),
    grid: page.getByRole('grid'),
    row: (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) }),
    rows: page.getByRole('row').filter({ has: page.getByRole('rowheader') }),
    find: page.getByRole('searchbox'),
    /** The condition of the fleet in words. */
    firstLine: page.getByRole('region', { name: 'Summary' }).getByRole('heading', { level: 2 }),
    button,
    open: (view: 'Databases' | 'Vector indices' | 'Alerts' | 'Activity'): Promise<void> =>
      page.getByRole('link', { name: new RegExp(`^${view}`) }).click(),
    details: page.getByRole('complementary'),
    dialog,
    /** Fills in the create form and submits it. */
    async create(name: string): Promise<void> {
      await button('New database').click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByRole('combobox', { name: 'Primary region' }).selectOption('eu-west-1');
      await dialog.getByRole('button', { name: 'Create database' }).click();
    },
    async addIds(text: string): Promise<void> {
      await button('New database').click();
      await dialog.getByRole('radio', { name: 'Add by id' }).check();
      await dialog.getByRole('textbox', { name: 'Ids of databases' }).fill(text);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    },
  };
}
