import type { ReactElement } from 'react';
import { Icon } from '../shell/icon.js';
import type { Column } from './column.js';
import type { Sort } from './sort.js';

export interface GridHeadProps {
  readonly columns: readonly Column[];
  readonly sort: Sort;
  readonly onSort: (column: Column) => void;
}

/** The column headings: buttons that sort the list. */
export function GridHead({ columns, sort, onSort }: GridHeadProps): ReactElement {
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" className="row" aria-rowindex={1}>
        {columns.map((column) => (
          <div
            key={column.key}
            role="columnheader"
            data-column={column.key}
            data-numeric={column.isNumeric}
            aria-sort={column.isFixed ? undefined : sortOf(column, sort)}
          >
            {column.isFixed ? (
              column.title
            ) : (
              <button type="button" title={column.explanation} onClick={() => onSort(column)}>
                {column.title}
                {sort.key === column.key && <Icon name={sort.isDescending ? 'down' : 'up'} />}
              </button>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function sortOf({ key }: Column, sort: Sort): 'ascending' | 'descending' | 'none' {
  if (sort.key !== key) return 'none';
  return sort.isDescending ? 'descending' : 'ascending';
}
