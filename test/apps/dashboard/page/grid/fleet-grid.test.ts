// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createElement, type ReactElement, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { FleetProvider, useDatabase, useView } from '../../../../../src/bindings/react/index.js';
import { createFacts } from '../../../../../src/apps/dashboard/page/grid/fleet-facts.js';
import { FleetGrid } from '../../../../../src/apps/dashboard/page/grid/fleet-grid.js';
import { orderRows } from '../../../../../src/apps/dashboard/page/grid/order-rows.js';
import { sampleDatabase } from '../../../../support/sample-database.js';
import { createFleetUnderTest, quick } from '../../../../core/fleet/fleet-under-test.js';
import { holdOrder } from '../../../../../src/apps/dashboard/page/grid/use-list-order.js';

afterEach(cleanup);

const SORT = { key: 'name', isDescending: false };
const IDS = ['a', 'b', 'c', 'd'];

/** Renders a list of four databases, and records which rows render. */
async function showGrid() {
  const { fleet, service, clock, advance } = createFleetUnderTest({ polling: quick });
  const names = new Map(IDS.map((id) => [id, `database ${id}`]));
  let port = 1;
  service.respond(({ id }) => ({ json: { ...sampleDatabase, database_id: id, database_name: names.get(id), port } }));
  const releases = new Map(IDS.map((id) => [id, fleet.databases.track([id])]));
  const facts = createFacts(fleet, 'database', clock);
  const rendered: string[] = [];
  let hasFocus = false;

  function Name({ id }: { readonly id: string }): string | undefined {
    rendered.push(id);
    return useDatabase(id, { select: (record) => record?.database_name });
  }
  const columns = [
    { key: 'copy', title: '', width: '1rem', isFixed: true, Cell: () => createElement('button', {}, 'Copy') },
    { key: 'name', title: 'Name', width: '1fr', Cell: Name },
  ];

  function List(): ReactElement {
    const rows = useView(facts);
    const [opened, setOpened] = useState<string>();
    const ids = orderRows(rows, {}, SORT);
    const grid = {
      label: 'Databases',
      columns,
      ids,
      headings: new Map(),
      sort: SORT,
      opened,
      onFocusChange: (isFocused: boolean) => void (hasFocus = isFocused),
    };
    return createElement(FleetGrid, { ...grid, onSort: () => {}, onOpen: setOpened });
  }

  render(createElement(FleetProvider, { fleet }, createElement(List)));
  const pass = (ms: number): Promise<void> => act(() => advance(ms));
  await pass(5000);
  rendered.length = 0;
  return {
    rendered,
    pass,
    hasFocus: () => hasFocus,
    remove: (id: string) => releases.get(id)?.(),
    rename: (id: string, name: string) => void names.set(id, name),
    changePort: () => void (port += 1),
    namesShown: () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent),
    /** The ids in the order of their rows. */
    order: () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .sort((one, other) => Number(one.ariaRowIndex) - Number(other.ariaRowIndex))
        .map((row) => row.dataset['id']),
  };
}

function rowOf(id: string): HTMLElement {
  return screen.getByRole('row', { name: new RegExp(`${id}$`) });
}

describe('FleetGrid', () => {
  it('renders no row for polls without changes, and moves only the row whose record changed, with its cursor', async () => {
    const { rendered, pass, rename, changePort, order, namesShown } = await showGrid();
    await pass(60_000);
    changePort();
    await pass(60_000);
    expect(rendered).toEqual([]);
    rename('a', 'database z');
    await pass(60_000);
    expect(rendered).toEqual(['a']);
    expect(order()).toEqual(['b', 'c', 'd', 'a']);
    expect(namesShown()).toContain('database z');
    act(() => rowOf('z').focus());
    for (const [last, ids] of [
      ['a', ['a', 'b', 'c', 'd']],
      ['z', ['b', 'c', 'd', 'a']],
    ] as const) {
      rename('a', `database ${last}`);
      await pass(60_000);
      expect(order()).toEqual(ids);
      expect(document.activeElement).toBe(rowOf(last));
    }
  });

  it('has ARIA attributes, and one tab stop: arrow keys and the removal of its row move it', async () => {
    const { hasFocus, remove, pass } = await showGrid();
    expect(screen.getByRole('grid', { name: 'Databases' }).getAttribute('aria-rowcount')).toBe('5');
    expect(rowOf('c').getAttribute('aria-rowindex')).toBe('4');
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    const reachable = (): (string | undefined)[] =>
      screen
        .getAllByRole('row')
        .filter((row) => row.tabIndex === 0)
        .map(({ dataset }) => dataset['id']);
    expect(reachable()).toEqual(['a']);
    act(() => rowOf('a').focus());
    fireEvent.keyDown(rowOf('a'), { key: 'ArrowDown' });
    fireEvent.keyDown(rowOf('b'), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(rowOf('c'));
    expect(reachable()).toEqual(['c']);
    expect(hasFocus()).toBe(true);
    for (const [gone, next] of [
      ['c', 'd'],
      ['d', 'b'],
    ] as const) {
      act(() => remove(gone));
      await pass(1000);
      expect([reachable(), hasFocus(), document.activeElement]).toEqual([[next], true, rowOf(next)]);
    }
    act(() => rowOf('b').blur());
    act(() => remove('b'));
    await pass(1000);
    expect([reachable(), hasFocus(), document.activeElement]).toEqual([['a'], false, document.body]);
  });

  it('opens the row of the cursor with Enter, and leaves Enter and Space to a button in the row', async () => {
    await showGrid();
    act(() => rowOf('b').focus());
    const button = within(rowOf('b')).getByRole('button');
    // `false`: the list has used the key.
    for (const key of ['Enter', ' ']) expect([key, fireEvent.keyDown(button, { key })]).toEqual([key, true]);
    expect(rowOf('b').getAttribute('aria-current')).toBeNull();
    expect(fireEvent.keyDown(rowOf('b'), { key: 'Enter' })).toBe(false);
    expect(rowOf('b').getAttribute('aria-current')).toBe('true');
  });
});

const rowsOf = (...ids: readonly string[]) => ids.map((id) => ({ id }));

it('a held order keeps rows that no longer match, loses rows that are gone, and has new rows at its end', () => {
  expect(holdOrder(['a', 'b', 'c'], ['c', 'a'], rowsOf('a', 'b', 'c'))).toEqual(['a', 'b', 'c']);
  expect(holdOrder(['a', 'b', 'c'], ['d', 'c', 'a'], rowsOf('a', 'c', 'd'))).toEqual(['a', 'c', 'd']);
});
