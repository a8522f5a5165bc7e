import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useView, type Readable } from '../../../../bindings/react/index.js';
import { formatCount } from '../../../../format/quantities.js';
import { withQuery, type Route } from '../shell/route.js';
import { goTo } from '../shell/use-route.js';
import type { Column } from './column.js';
import { FleetGrid } from './fleet-grid.js';
import { ListToolbar, type FilterChoice } from './list-toolbar.js';
import { orderRows } from './order-rows.js';
import type { RowFacts } from './row-facts.js';
import type { RowCells } from './rows.js';
import { nextSort, parseSort } from './sort.js';

export interface ListSectionProps {
  readonly route: Route;
  /** The name of the list, such as `Databases`. */
  readonly label: string;
  readonly facts: Readable<readonly RowFacts[]>;
  readonly columns: readonly Column[];
  readonly filters: readonly FilterChoice[];
  readonly Cells: RowCells;
  /** Beside the filters. */
  readonly actions?: ReactNode;
  /** Shown in place of rows while there are none. */
  readonly empty: ReactNode;
}

/** A list with its search, its filters, and the notices that replace its rows. */
export function ListSection(props: ListSectionProps): ReactElement {
  const { route, label, facts, columns, filters, Cells, actions, empty } = props;
  const { query, selected } = route;
  const rows = useView(facts);
  const sort = useMemo(() => parseSort(query['sort'], 'name'), [query]);
  const ids = useMemo(() => orderRows(rows, query, sort), [rows, query, sort]);
  const change = (part: Readonly<Record<string, string>>): void =>
    goTo({ ...route, query: withQuery(query, part) }, 'replace');
  const onSort = ({ key, isLargestFirst = false }: Column): void =>
    change({ sort: nextSort(sort, key, isLargestFirst).replace(/^name$/, '') });
  const clear = (): void => goTo({ ...route, query: withQuery({}, { sort: query['sort'] }) });
  return (
    <section className="list" aria-label={label}>
      <ListToolbar
        label={label}
        query={query}
        rows={rows}
        shown={ids.length}
        filters={filters}
        onChange={change}
        actions={actions}
      />
      <FleetGrid
        label={label}
        columns={columns}
        ids={ids}
        Cells={Cells}
        sort={sort}
        onSort={onSort}
        selected={selected}
        onOpen={(id) => goTo({ ...route, selected: id })}
        onClose={() => goTo({ ...route, selected: undefined })}
      />
      {ids.length === 0 && (rows.length === 0 ? empty : <NothingMatches count={rows.length} onClear={clear} />)}
    </section>
  );
}

interface NothingMatchesProps {
  /** The number of rows without search and filters. */
  readonly count: number;
  readonly onClear: () => void;
}

/** Shown in place of rows when no row matches the search and the filters. */
function NothingMatches({ count, onClear }: NothingMatchesProps): ReactElement {
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
