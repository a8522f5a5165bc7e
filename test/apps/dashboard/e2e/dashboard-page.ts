import type { Locator, Page } from 'playwright';

/** Locators of the page, by role and accessible name. */
export interface DashboardPage {
  readonly status: Locator;
  readonly grid: Locator;
  /** The row of a database or an index. */
  row(name: string): Locator;
  readonly rows: Locator;
  readonly find: Locator;
  /** The condition of the fleet in words. */
  readonly firstLine: Locator;
  button(name: string | RegExp): Locator;
  /** Opens a view. */
  open(view: 'Databases' | 'Vector indices' | 'Alerts' | 'Activity'): Promise<void>;
  /** The details panel. */
  readonly details: Locator;
  readonly dialog: Locator;
  /** Fills in the create form and submits it. */
  create(name: string): Promise<void>;
  /** Adds databases by their ids. */
  addIds(text: string): Promise<void>;
}

/** Creates the locators of a page. */
export function onDashboard(page: Page): DashboardPage {
  const dialog = page.getByRole('dialog', { name: 'New database' });
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
  return {
    status: page.getByRole('region', { name: 'Polling' }),
    grid: page.getByRole('grid'),
    row: (name) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) }),
    rows: page.getByRole('row').filter({ has: page.getByRole('rowheader') }),
    find: page.getByRole('searchbox'),
    firstLine: page.getByRole('region', { name: 'Summary' }).getByRole('heading', { level: 2 }),
    button,
    open: (view) => page.getByRole('link', { name: new RegExp(`^${view}`) }).click(),
    details: page.getByRole('complementary'),
    dialog,
    async create(name) {
      await button('New database').click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByRole('combobox', { name: 'Primary region' }).selectOption('eu-west-1');
      await dialog.getByRole('button', { name: 'Create database' }).click();
    },
    async addIds(text) {
      await button('New database').click();
      await dialog.getByRole('radio', { name: 'Add by id' }).check();
      await dialog.getByRole('textbox', { name: 'Ids of databases' }).fill(text);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    },
  };
}
