import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { CompareDialog } from '../../../src/apps/dashboard/page/compare/compare-dialog.js';
import { NewDatabase } from '../../../src/apps/dashboard/page/create/create-database.js';
import { Palette } from '../../../src/apps/dashboard/page/palette/palette.js';
import { reportUsage } from '../../../src/index.js';
import { databaseText, sampleIndex } from './sample-records.js';
import { json, refusal } from './scripted-answers.js';
import { createHarness, type Harness } from './harness.js';

const dialog = page.getByRole('dialog', { name: 'New database' });
const name = page.getByRole('textbox', { name: 'Name' });
const region = page.getByRole('combobox', { name: 'Primary region' });
const budget = page.getByRole('textbox', { name: /^Budget/ });
const submit = page.getByRole('button', { name: 'Create database' });
const opener = page.getByRole('button', { name: 'Open' });
const question = page.getByRole('group', { name: 'Discard your input?' });
const keepEditing = question.getByRole('button', { name: 'Keep editing' });
const ids = page.getByRole('textbox', { name: 'Ids of databases' });
const byId = page.getByRole('radio', { name: 'Add by id' });

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});

afterEach(() => harness.end());

describe('the form that creates a database', () => {
  function Opener(): ReactElement {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <NewDatabase onClose={() => setOpen(false)} />}
      </>
    );
  }

  const open = async (): Promise<void> => {
    harness.show(<Opener />);
    await opener.click();
    await expect.element(dialog).toBeVisible();
  };

  const fillIn = async (): Promise<void> => {
    await name.fill('carts');
    await region.selectOptions('eu-west-1');
  };

  beforeEach(() => {
    harness.answers.create = ({ database_name }) => json(databaseText({ database_id: 'new-1', database_name }));
  });

  test('has all documented fields, the limits of each plan, and the regions of the platform by continent', async () => {
    await harness.read('orders-1');
    await open();
    const plans = page.getByRole('combobox', { name: /^Plan/ }).element();
    expect(plans).toHaveTextContent('Pay as you go: 3 GiB memory, 10,000 commands/s');
    expect(plans).toHaveTextContent('Fixed, 5 GB');
    expect(region.element().querySelector('optgroup[label="Europe"]')).not.toBeNull();
    await expect.element(page.getByText('US dollars a month')).toBeVisible();
    await region.selectOptions('eu-west-1');
    await page.getByRole('radio', { name: 'Google Cloud' }).click();
    await expect.element(region).toHaveValue('');
    await page.getByText('Read regions none on this platform').click();
    for (const checkbox of page.getByRole('checkbox').elements()) expect(checkbox).toBeDisabled();
    await page.getByRole('radio', { name: 'AWS' }).click();
    await name.fill(' carts ');
    // The primary region is no read region.
    await page.getByRole('checkbox', { name: /^us-west-2/ }).click();
    await region.selectOptions('us-west-2');
    await expect.element(page.getByRole('checkbox', { name: /^us-west-2/ })).toBeDisabled();
    await page.getByRole('checkbox', { name: /^eu-west-2/ }).click();
    await page.getByRole('checkbox', { name: /^us-east-1/ }).click();
    await page.getByRole('combobox', { name: /^Plan/ }).selectOptions('fixed_5gb');
    await budget.fill(' 20 ');
    await page.getByRole('combobox', { name: 'Eviction' }).selectOptions('On');
    await page.getByRole('combobox', { name: 'TLS' }).selectOptions('Off');
    await submit.click();
    await expect.poll(() => harness.added).toEqual(['new-1']);
    expect(location.hash).toBe('#/databases/new-1');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(harness.fleet.databases.known.value).toEqual(['orders-1', 'new-1']);
    expect(harness.answers.created).toEqual([
      {
        database_name: 'carts',
        platform: 'aws',
        primary_region: 'us-west-2',
        read_regions: ['us-east-1', 'eu-west-2'],
        plan: 'fixed_5gb',
        budget: 20,
        eviction: true,
        tls: false,
      },
    ]);
  });

  test('has no field with the focus behind its buttons, in a low window', async () => {
    await page.viewport(390, 560);
    await open();
    const fields = [...document.querySelectorAll<HTMLElement>('.create-fields :is(input, select)')];
    const covered = fields.filter((field) => {
      field.focus();
      const foot = document.querySelector('.create-foot')?.getBoundingClientRect();
      return field.matches(':focus') && field.getBoundingClientRect().bottom > (foot?.top ?? 0);
    });
    expect(covered.map(({ id }) => id)).toEqual([]);
  });

  test('shows the error of a field that loses focus, and shows all errors instead of sending an invalid request', async () => {
    await open();
    const before = submit.element().getBoundingClientRect();
    await budget.fill('9007199254740993');
    await expect.element(budget).toHaveAttribute('aria-invalid', 'false');
    // The click takes the focus from the field, which then shows its error.
    await page.getByRole('radio', { name: 'Google Cloud' }).click();
    await expect.element(page.getByRole('radio', { name: 'Google Cloud' })).toBeChecked();
    await expect.element(budget).toHaveAccessibleDescription('Enter a whole number, such as 20.');
    expect(submit.element().getBoundingClientRect().top).toBe(before.top);
    await budget.fill('20');
    await expect.element(budget).toHaveAttribute('aria-invalid', 'false');
    await name.fill('\u00a0');
    await submit.click();
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveAccessibleDescription('Enter a name.');
    await expect.element(region).toHaveAccessibleDescription('Choose a primary region.');
    expect(harness.answers.created).toEqual([]);
  });

  test('is sent once, stays open meanwhile, and shows an error at its field', async () => {
    let answer = (_: Response): void => {};
    harness.answers.create = () => new Promise((resolve) => (answer = resolve));
    await open();
    await fillIn();
    await name.click();
    await userEvent.keyboard('{Enter}{Enter}');
    const pending = page.getByRole('button', { name: 'Creating…' });
    await expect.element(pending).toHaveAttribute('aria-disabled', 'true');
    await expect.element(pending).toHaveFocus();
    await pending.click({ force: true });
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(dialog).toBeVisible();
    expect(harness.answers.created).toEqual([{ database_name: 'carts', platform: 'aws', primary_region: 'eu-west-1' }]);
    answer(refusal(400, 'no free databases left'));
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('The service refused the request');
    await expect.element(alert).toHaveTextContent('No database was created.');
    await expect.element(alert).toHaveTextContent('no free databases left');
    await expect.element(name).toHaveValue('carts');
    await expect.element(submit).toBeVisible();
    harness.answers.create = () => refusal(400, 'budget is too small for this plan');
    await budget.fill('1');
    await submit.click();
    await expect.element(budget).toHaveAccessibleDescription('Budget is too small for this plan.');
    await expect.element(budget).toHaveAttribute('aria-invalid', 'true');
    await budget.fill('20');
    await expect.element(budget).toHaveAttribute('aria-invalid', 'false');
    await expect.element(page.getByText('The service refused the request')).not.toBeInTheDocument();
  });

  test('asks for a confirmation before a second attempt after an unknown outcome', async () => {
    harness.answers.create = () => refusal(502, 'bad gateway');
    await open();
    await fillIn();
    await submit.click();
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('The outcome is unknown');
    await expect.element(alert).toHaveTextContent('A second attempt may create a second database');
    await expect.element(alert).not.toHaveTextContent('No database was created');
    await expect.element(alert).toHaveFocus();
    await expect.element(submit).not.toBeInTheDocument();
    await name.click();
    await userEvent.keyboard('{Enter}');
    expect(harness.answers.created).toHaveLength(1);
    await page.getByRole('button', { name: 'I checked: the database does not exist' }).click();
    await expect.element(name).toHaveFocus();
    await submit.click();
    await expect.poll(() => harness.answers.created.length).toBe(2);
  });

  test('asks before discarding input, even if Escape is pressed several times, and restores the focus', async () => {
    await open();
    await expect.element(name).toHaveFocus();
    await name.fill('carts');
    await userEvent.keyboard('{Escape}');
    await expect.element(keepEditing).toHaveFocus();
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(question).toBeVisible();
    await page.viewport(390, 844);
    const buttons = question.getByRole('button').elements();
    expect(new Set(buttons.map((each) => each.getBoundingClientRect().top)).size).toBe(1);
    await keepEditing.click();
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveValue('carts');
    await userEvent.keyboard('{Escape}');
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
    expect(harness.answers.created).toEqual([]);
  });

  test('asks before discarding a form or typed ids, also on "Add", and keeps both inputs', async () => {
    await open();
    await byId.click();
    await ids.fill('orders-1');
    await userEvent.keyboard('{Escape}');
    await keepEditing.click();
    await expect.element(ids).toHaveFocus();
    await expect.element(ids).toHaveValue('orders-1');
    await page.getByRole('radio', { name: 'Create' }).click();
    await name.fill('carts');
    await byId.click();
    await expect.element(name).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(keepEditing).toHaveFocus();
    await expect.element(name).toHaveValue('carts');
    await byId.click();
    await expect.element(ids).toHaveValue('orders-1');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.element(keepEditing).toHaveFocus();
    await byId.click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.element(keepEditing).toHaveFocus();
    await expect.element(name).toHaveValue('carts');
    expect(harness.fleet.databases.known.value).toEqual(['orders-1']);
    await name.fill('');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('stays open after a create while ids are typed, and then has an empty form without errors', async () => {
    await open();
    await byId.click();
    await ids.fill('orders-1');
    await page.getByRole('radio', { name: 'Create' }).click();
    await fillIn();
    await submit.click();
    await expect.poll(() => harness.added).toEqual(['new-1']);
    await expect.element(question).toBeVisible();
    await expect.element(ids).toHaveValue('orders-1');
    await page.getByRole('radio', { name: 'Create' }).click();
    await expect.element(name).toHaveValue('');
    await expect.element(name).toHaveAttribute('aria-invalid', 'false');
  });
});

const nothing = (): void => {};

test('the comparison shows the share of a limit of 0, shows records that arrive later, and fits a phone', async () => {
  const { fleet, read, show } = harness;
  await page.viewport(390, 844);
  const others = { db_memory_threshold: 1, db_max_commands_per_second: 1, db_request_limit: 1, db_disk_threshold: 1 };
  fleet.databases.add(['a', 'b']);
  for (const [id, used] of Object.entries({ a: 0, b: 3 }))
    reportUsage(fleet, 'database', id, { db_max_clients: used, ...others });
  show(<CompareDialog resource="database" ids={['a', 'b']} onClose={nothing} />);
  await expect.element(page.getByText('No usage of these is known yet.')).toBeVisible();
  await read('a', { db_max_clients: 0 });
  // A blank name is no name.
  await read('b', { database_name: ' ', db_max_clients: 0 });
  const legend = page.getByRole('listitem');
  await expect.poll(() => legend.elements().map(({ textContent }) => textContent)).toEqual(['orders0 %', 'b∞ %']);
  const chart = page.getByRole('slider', { name: /share of the limit/ });
  await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringContaining('orders 0 %, b ∞ %'));
  // With forced colours, the dashes of a line tell whose it is.
  const force = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  onTestFinished(async () => void (await force('none')));
  await force('active');
  const dashes = (): string[] =>
    legend.elements().map((each) => getComputedStyle(each.querySelector('path') ?? each).strokeDasharray);
  await expect.poll(() => new Set(dashes()).size).toBe(2);
  const limits = page.getByRole('radio').elements();
  expect(new Set(limits.map((radio) => radio.closest('label')?.offsetTop)).size).toBeGreaterThan(1);
  await read('b', { db_max_clients: 3 });
  const shown = (): unknown => legend.elements().map(({ textContent }) => textContent);
  await expect.poll(shown).toEqual(['orders a0 %', 'orders b100 %']);
});

test('the palette resumes polling only if the user paused it', async () => {
  const { fleet, show } = harness;
  using _online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  show(<Palette onOpen={nothing} onClose={nothing} />);
  await expect.element(page.getByRole('option', { name: 'Pause polling' })).toBeVisible();
  fleet.polling.pause();
  await expect.element(page.getByRole('option', { name: 'Resume polling' })).toBeVisible();
});

test('the palette finds a database by a name that arrives while the palette is open', async () => {
  const { fleet, read, show } = harness;
  fleet.databases.add(['a-1']);
  show(<Palette onOpen={nothing} onClose={nothing} />);
  await page.getByRole('combobox').fill('carts');
  await expect.element(page.getByText('Nothing matches.')).toBeVisible();
  await read('a-1', { database_name: 'carts' });
  await expect.element(page.getByRole('option', { name: 'carts' })).toBeVisible();
  await page.getByRole('combobox').fill('a-1');
  const pressed = page.getByRole('option').element();
  await read('a-1', { database_name: 'baskets' });
  await expect.element(page.getByRole('option', { name: 'baskets' })).toBeVisible();
  expect(page.getByRole('option').element()).toBe(pressed);
});

test('the palette finds by id, opens views and dialogs, copies a link, and ignores the keys of an input method', async () => {
  const { fleet, answers, read, show } = harness;
  const { href } = location;
  onTestFinished(() => history.replaceState(null, '', href));
  for (const [id, database_name] of Object.entries({ 'a-1': 'reorders', 'a-2': 'old orders', 'a-3': 'Orders' }))
    await read(id, { database_name });
  answers.indices = JSON.stringify([sampleIndex()]);
  await fleet.indices.refresh();
  const [onOpen, onClose] = [vi.fn<(dialog: string) => void>(), vi.fn<() => void>()];
  show(<Palette onOpen={onOpen} onClose={onClose} />);
  const input = page.getByRole('combobox', { name: 'Find anything' });
  const options = page.getByRole('option');
  const run = async (search: string): Promise<void> => {
    await input.fill(search);
    await userEvent.keyboard('{Enter}');
  };
  // Titles that begin with the search come first, then titles with such a word.
  await input.fill('ORD');
  const found = (): string =>
    options
      .elements()
      .map(({ textContent }) => textContent)
      .join();
  await expect.poll(found).toMatch(/^Orders.*,old orders.*,reorders/);
  await input.fill('a-2');
  await expect.poll(() => options.elements().length).toBe(1);
  await run(' database a-2 ');
  expect(location.hash).toBe('#/databases/a-2');
  await run('products');
  expect(location.hash).toBe('#/indices/products-1');
  await run('vector indices');
  expect(location.hash).toBe('#/indices');
  await run('new data');
  expect(onOpen.mock.calls).toEqual([['create']]);
  expect(onClose).toHaveBeenCalledTimes(4);
  // It closes before it opens another dialog: one dialog is open at a time.
  const [opened = 0] = onOpen.mock.invocationCallOrder;
  expect(onClose.mock.invocationCallOrder.at(-1)).toBeLessThan(opened);

  // The browser may refuse the clipboard.
  using write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'));
  await run('copy a link');
  const foot = page.getByRole('status');
  await expect.element(foot).toHaveTextContent('Copy failed');
  write.mockResolvedValue();
  await userEvent.keyboard('{Enter}');
  await expect.element(foot).toHaveTextContent('Copied');
  await input.fill('');
  await expect.element(options.nth(1)).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  for (const key of ['Enter', 'Escape'])
    input.element().dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true }));
  expect(onClose).toHaveBeenCalledTimes(4);
  await input.fill('no such thing');
  await expect.element(page.getByText('Nothing matches.')).toBeVisible();
});
