import { memo, useLayoutEffect, useRef, type FunctionComponent, type ReactElement, type ReactNode } from 'react';
import type { Headings } from './order-rows.js';
import type { ResourceKind } from '../../../../index.js';
import { ShortId } from '../shell/copy.js';
import { placeOf, platformNameOf, textOf } from '../shell/names.js';
import { formatRoute } from '../shell/route.js';

/** A column of a list. Narrow layouts hide and place cells by its key. */
export interface Column {
  readonly key: string;
  readonly title: string;
  /** The title while no usage is reported: the column then shows a limit, and the list is not sorted by it. */
  readonly titleWithoutUsage?: string;
  /** The width of its track, unless a narrow layout gives `--<key>` another one. */
  readonly width: string;
  /** Reads its own record, so that a changed record renders one row only. */
  readonly Cell: FunctionComponent<{ readonly id: string }>;
  /** Explains the sort order, if the title is not enough. */
  readonly explanation?: string;
  /** The list cannot be sorted by the column. @default false */
  readonly isFixed?: boolean;
  readonly isNumeric?: boolean;
  /** The first click puts the largest first. @default false */
  readonly isLargestFirst?: boolean;
}

export interface RowsProps {
  readonly ids: readonly string[];
  readonly headings: Headings;
  /** The same array as long as the columns are the same. */
  readonly columns: readonly Column[];
  readonly rowHeight: number;
  /** The row of the keyboard cursor, or else the first row. It is rendered even if it is outside the viewport. */
  readonly tabStop: string | undefined;
  readonly isFocused: boolean;
  readonly opened: string | undefined;
  /** The selected rows. @default rows cannot be selected */
  readonly selected?: ReadonlySet<string> | undefined;
}

export function RowsAt({ places, ...rows }: RowsProps & { readonly places: readonly number[] }): ReactElement {
  const { ids, headings, columns, rowHeight, tabStop } = rows;
  return (
    <>
      {places.map((index) => {
        const id = ids[index] ?? '';
        const above = [...headings.keys()].filter((place) => place <= index).length;
        return (
          <Row
            key={id}
            id={id}
            index={index}
            top={index * rowHeight + above * HEADING_HEIGHT}
            height={rowHeight}
            heading={headings.get(index)}
            isTabStop={id === tabStop}
            isFocused={rows.isFocused && id === tabStop}
            isOpened={id === rows.opened}
            isSelected={rows.selected?.has(id)}
            columns={columns}
          />
        );
      })}
    </>
  );
}

/** The heights of rows follow the text size that the browser is set to. */
export const REM = parseFloat(getComputedStyle(document.documentElement).fontSize);
// The same height is in grid.css.
export const HEADING_HEIGHT = 1.625 * REM;

interface RowProps extends Pick<RowsProps, 'columns' | 'isFocused'> {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly heading: string | undefined;
  readonly isTabStop: boolean;
  readonly isOpened: boolean;
  /** Absent if rows cannot be selected. */
  readonly isSelected: boolean | undefined;
}

const Row = memo(function Row({ id, index, isFocused, isSelected, columns, ...props }: RowProps): ReactElement {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isFocused) return;
    row.current?.focus({ preventScroll: true });
    row.current?.scrollIntoView({ block: 'nearest' });
  }, [isFocused]);
  return (
    <div
      ref={row}
      role="row"
      className="row"
      aria-rowindex={index + 2}
      aria-current={props.isOpened || undefined}
      aria-selected={isSelected}
      tabIndex={props.isTabStop ? 0 : -1}
      data-id={id}
      data-heading={props.heading}
      style={{ height: `${props.height / REM}rem`, transform: `translateY(${props.top / REM}rem)` }}
    >
      {isSelected !== undefined && (
        <div role="gridcell" className="row-select">
          <input type="checkbox" aria-label="Select" tabIndex={-1} checked={isSelected} readOnly />
        </div>
      )}
      <Cells id={id} columns={columns} />
    </div>
  );
});

/** A separate component, so that a row that only moves does not render its cells. */
const Cells = memo(function Cells({ id, columns }: Pick<RowProps, 'id' | 'columns'>): ReactNode {
  return columns.map(({ key, isNumeric, Cell }) => (
    <div key={key} role={key === 'name' ? 'rowheader' : 'gridcell'} data-column={key} data-numeric={isNumeric}>
      <Cell id={id} />
    </div>
  ));
});

export interface NameCellProps {
  readonly resource: ResourceKind;
  readonly id: string;
  /** Empty while it is not known. */
  readonly name: string;
}

export function NameCell({ resource, id, name }: NameCellProps): ReactElement {
  const href = formatRoute({ view: resource, selected: id });
  const shown = name.trim() && name;
  const text = shown || textOf(id);
  return (
    <>
      <a className={shown ? 'row-name cut' : 'row-name mono cut'} href={href} title={text} tabIndex={-1}>
        {text}
      </a>
      {shown && <ShortId id={id} />}
    </>
  );
}

export function RegionCell({ region }: { readonly region: string }): ReactElement {
  const place = placeOf(region);
  return (
    <>
      <div className="cut">{place || region}</div>
      {place && (
        <div className="note faint cut">
          {platformNameOf(region)} {region}
        </div>
      )}
    </>
  );
}
