import { type ComponentProps, type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { useFleet } from '../../../../bindings/react/index.js';
import type { ResourceKind } from '../../../../index.js';
import { LateDialog } from '../shell/late.js';
import { part } from '../shell/part.js';
import { useSelection } from './use-selection.js';
import { goTo, pageViews, type Query, type Route, withQuery } from '../shell/route.js';
import { formatCount } from '../../../../format/quantities.js';
import { FleetGrid } from './fleet-grid.js';
import { ListToolbar, type ListToolbarProps } from './list-toolbar.js';
import { nextSort } from './order-rows.js';
import { factsOf, useRows } from './fleet-facts.js';
import type { RowFacts } from './row-facts.js';
import type { Column } from './rows.js';
import { useListOrder } from './use-list-order.js';
import { Button } from '../shell/button.js';

const ActionBar = part(async () => (await import('./action-bar.js')).ActionBar);
const CompareDialog = part(async () => (await import('../compare/compare-dialog.js')).CompareDialog);

export interface ListSectionProps extends Pick<ListToolbarProps, 'route' | 'columns'> {
  readonly resource: ResourceKind;
  readonly empty: ReactNode;
}

export function ListSection({ resource, route, columns, empty }: ListSectionProps): ReactElement {
  const { query, selected } = route;
  const facts = factsOf(useFleet(), resource);
  const rows = useRows(facts);
  const label = pageViews[resource].name;
  const [isFocused, setFocused] = useState(false);
  const [isPointed, setPointed] = useState(false);
  const { ids, sort, headings, hasNewOrder, apply } = useListOrder(rows, columns, query, isFocused || isPointed);
  const selection = useSelection(ids);
  const { hasUsage, all, shown } = useColumns(columns, rows, query);
  // The compared ids stay in the dialog when their rows leave the list.
  const [compared, compare] = useState<readonly string[]>();
  const change = (part: Readonly<Record<string, string>>): void => {
    // The pointer or the focus may hold the new order, so it must be made from the current facts.
    facts.flush();
    goTo({ ...route, query: withQuery(query, part) }, 'replace');
  };
  return (
    <section
      className="list"
      aria-label={label}
      data-usage={hasUsage}
      // The order is also held over the toolbar, so that the pointer can reach the button for the new order.
      onPointerEnter={({ pointerType }) => setPointed(pointerType === 'mouse')}
      onPointerLeave={() => setPointed(false)}
    >
      {rows.length > 0 && (
        <ListToolbar
          label={label}
          route={route}
          columns={all}
          rows={rows}
          shown={ids.length}
          onChange={change}
          onNewOrder={hasNewOrder ? apply : undefined}
        />
      )}
      {rows.length > 0 && (
        <FleetGrid
          onFocusChange={setFocused}
          label={label}
          columns={shown}
          ids={ids}
          headings={headings}
          sort={sort}
          onSort={({ key, isLargestFirst = false }) => change({ sort: nextSort(sort, key, isLargestFirst) })}
          opened={selected}
          selection={selection}
          onOpen={(id) => goTo({ ...route, selected: id })}
        />
      )}
      {selection.ids.size > 0 && <ActionBar resource={resource} selection={selection} onCompare={compare} />}
      {ids.length === 0 && (rows.length === 0 ? empty : <NothingMatches count={rows.length} route={route} />)}
      {compared && <Comparison resource={resource} ids={compared} onClose={() => compare(undefined)} />}
    </section>
  );
}

function Comparison(props: ComponentProps<typeof CompareDialog>): ReactElement {
  return <CompareDialog {...props} fallback={<LateDialog onClose={props.onClose} />} />;
}

/** All columns, and those that the address chooses. Without a choice, all are shown. */
function useColumns(columns: readonly Column[], rows: readonly RowFacts[], { columns: chosen }: Query) {
  // The list has columns for usage also while all rows are loading: usage may come.
  const hasUsage = rows.some(({ usage }) => usage !== 'none') || rows.every(({ health }) => health.kind === 'loading');
  const all = useMemo(() => (hasUsage ? columns : columns.map(withoutUsage)), [columns, hasUsage]);
  const shown = useMemo(() => {
    const keys = chosen?.split(',');
    return keys === undefined ? all : all.filter(({ key }) => key === 'name' || keys.includes(key));
  }, [all, chosen]);
  return { hasUsage, all, shown };
}

function withoutUsage(column: Column): Column {
  const { key, width, Cell, titleWithoutUsage: title } = column;
  return title === undefined ? column : { key, title, width, Cell, isFixed: true };
}

function NothingMatches({ count, route }: { readonly count: number; readonly route: Route }): ReactElement {
  const { sort, group, columns } = route.query;
  const clear = (): void => goTo({ ...route, query: withQuery({}, { sort, group, columns }) });
  return (
    <div className="notice">
      <h2>No matches</h2>
      <p>
        {count === 1 ? 'The only row does not match' : `None of the ${formatCount(count)} rows match`} your search and
        filters.
      </p>
      <Button onClick={clear}>Clear search and filters</Button>
    </div>
  );
}
