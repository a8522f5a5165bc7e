import type { Locator, Page } from 'playwright';

/** The page as a person finds things on it: by what they are and what they are called. */
export interface DashboardPage {
  readonly status: Locator;
  readonly grid: Locator;
  /** The row of a database or an index. */
  row(name: string): Locator;
  readonly rows: Locator;
  readonly find: Locator;
  /** How many there are of a status: `Exceeded 1`. */
  count(status: string): Locator;
  button(name: string | RegExp): Locator;
  /** The view of all databases, or of all indices. */
  open(view: 'Databases' | 'Vector indices'): Promise<void>;
  /** The panel with everything about one of them. */
  readonly details: Locator;
  readonly dialog: Locator;
  /** Fills the form and sends it. */
  create(name: string): Promise<void>;
}

/** Finds its way about a page. */
export function onDashboard(page: Page): DashboardPage {
  const dialog = page.getByRole('dialog', { name: 'New database' });
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
  return {
    status: page.getByRole('region', { name: 'Polling' }),
    grid: page.getByRole('grid'),
    row: (name) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) }),
    rows: page.getByRole('row').filter({ has: page.getByRole('rowheader') }),
    find: page.getByRole('searchbox'),
    count: (status) => page.getByRole('region', { name: 'Summary' }).getByRole('button', { name: status }),
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
  };
}
