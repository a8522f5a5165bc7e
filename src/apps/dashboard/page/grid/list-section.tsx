import { type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import { goTo, type Query, type Route, withQuery } from '../shell/route.js';
import { formatCount } from '../../../../format/quantities.js';
import { type Column, FleetGrid } from './fleet-grid.js';
import { type FilterChoice, ListToolbar } from './list-toolbar.js';
import { nextSort } from './order-rows.js';
import type { RowFacts } from './facts-view.js';
import type { RowCells } from './rows.js';
import type { Throttled } from './throttle.js';
import { useListOrder } from './use-list-order.js';

export interface ListSectionProps {
  readonly route: Route;
  readonly label: string;
  readonly facts: Throttled<readonly RowFacts[]>;
  readonly columns: readonly Column[];
  readonly filters: readonly FilterChoice[];
  readonly Cells: RowCells;
  readonly empty: ReactNode;
}

export function ListSection(props: ListSectionProps): ReactElement {
  const { route, label, facts, columns, filters, Cells, empty } = props;
  const { query, selected } = route;
  const rows = useView(facts);
  const [isFocused, setFocused] = useState(false);
  const [isPointed, setPointed] = useState(false);
  const without = hiddenColumns(columns, query);
  const order = useListOrder(rows, query, isFocused || isPointed);
  const { ids, sort, headings } = order;
  const change = (part: Readonly<Record<string, string>>): void => {
    // The pointer or the focus may hold the new order, so it has to be the order of the current facts.
    facts.flush();
    goTo({ ...route, query: withQuery(query, part) }, 'replace');
  };
  const onSort = ({ key, isLargestFirst = false }: Column): void =>
    change({ sort: nextSort(sort, key, isLargestFirst) });
  const clear = (): void => goTo({ ...route, query: withQuery({}, { sort: query['sort'] }) });
  return (
    <section
      className="list"
      aria-label={label}
      data-usage={showsUsage(rows)}
      data-without={without.join(' ')}
      style={Object.fromEntries(without.map((key) => [`--${key}`, ' ']))}
      // With the toolbar, so that the pointer can reach the button for the new order.
      onPointerEnter={({ pointerType }) => setPointed(pointerType === 'mouse')}
      onPointerLeave={() => setPointed(false)}
    >
      {rows.length > 0 && (
        <ListToolbar
          label={label}
          route={route}
          columns={columns}
          rows={rows}
          shown={ids.length}
          filters={filters}
          onChange={change}
          onNewOrder={order.hasNewOrder ? order.apply : undefined}
        />
      )}
      {rows.length > 0 && (
        <FleetGrid
          onFocusChange={setFocused}
          label={label}
          columns={columns}
          ids={ids}
          headings={headings}
          Cells={Cells}
          sort={sort}
          onSort={onSort}
          selected={selected}
          onOpen={(id) => goTo({ ...route, selected: id })}
          onClose={() => goTo({ ...route, selected: undefined })}
        />
      )}
      {ids.length === 0 && (
        <Suspense>{rows.length === 0 ? empty : <NothingMatches count={rows.length} onClear={clear} />}</Suspense>
      )}
    </section>
  );
}

/** The columns that are not in the address. Without a choice in the address, all columns are shown. */
function hiddenColumns(columns: readonly Column[], { columns: chosen }: Query): readonly string[] {
  if (chosen === undefined) return [];
  const shown = ['name', ...chosen.split(',')];
  return columns.map(({ key }) => key).filter((key) => !shown.includes(key));
}

/** Whether the list has columns for usage. While all rows are loading, usage may come. */
export function showsUsage(rows: readonly RowFacts[]): boolean {
  return rows.some(({ usage }) => usage !== 'none') || rows.every(({ health }) => health.kind === 'loading');
}

function NothingMatches({ count, onClear }: { readonly count: number; readonly onClear: () => void }): ReactElement {
  return (
    <div className="notice">
      <h2>No matches</h2>
      <p>
        {count === 1 ? 'The only row does not match' : `None of the ${formatCount(count)} rows match`} your search and
        filters.
      </p>
      <button type="button" className="button" onClick={onClear}>
        Clear search and filters
      </button>
    </div>
  );
}
