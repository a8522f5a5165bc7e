import { type CSSProperties, type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { type Column, HEADING_HEIGHT, REM, RowsAt, type RowsProps } from './rows.js';
import { useView } from '../../../../bindings/react/index.js';
import { density } from '../shell/choice.js';
import { useIsNarrow } from '../shell/narrow.js';
import { part } from '../shell/part.js';
import { NO_HEADINGS, type Headings, type Sort } from './order-rows.js';
import { useShortcut } from '../shell/shortcut.js';
import type { Selection } from './use-selection.js';
import { Icon } from '../shell/button.js';
import { gridInput, idOf, moveCursor } from './grid-input.js';

// Short lists are rendered whole, without the virtualizer.
const VirtualRows = part(async () => (await import('./virtual-rows.js')).VirtualRows);

const SHORT_LIST = 60;
const ROW_HEIGHTS = { usual: 3.25 * REM, dense: 1.75 * REM };
const CARD_HEIGHT = 5.75 * REM;

export interface FleetGridProps extends Pick<RowsProps, 'ids' | 'columns'> {
  readonly label: string;
  /** @default none */
  readonly headings?: Headings;
  /** @default no column */
  readonly sort?: Sort | undefined;
  readonly onSort?: ((column: Column) => void) | undefined;
  /** The row whose details are open. */
  readonly opened?: string | undefined;
  /** @default rows cannot be selected */
  readonly selection?: Selection | undefined;
  readonly onOpen: (id: string) => void;
  readonly onFocusChange?: (isFocused: boolean) => void;
}

/**
 * A list with keyboard navigation. Arrow keys, Page Up, Page Down, Home and End move a cursor over the rows, from
 * anywhere also j and k. Enter opens the row at the cursor. Space selects a row, Shift with an arrow key a range, and Escape
 * clears the selection.
 */
export function FleetGrid(props: FleetGridProps): ReactElement {
  const { label, columns, ids, headings = NO_HEADINGS, sort, onSort, opened, selection, onFocusChange } = props;
  const { cursor, isFocused, setCursor, setFocused } = useCursor(ids);
  const body = useRef<HTMLDivElement>(null);
  const wideHeight = ROW_HEIGHTS[useView(density)];
  const rowHeight = useIsNarrow() ? CARD_HEIGHT : wideHeight;
  const isSelected = selection !== undefined && selection.ids.size > 0;
  useFocusRestore(Number(opened !== undefined) + Number(isSelected), () => focusRow(tabStop));
  useLayoutEffect(() => onFocusChange?.(isFocused), [isFocused, onFocusChange]);
  useShortcut('j', () => step('ArrowDown'));
  useShortcut('k', () => step('ArrowUp'));

  function focusRow(id: string | undefined): void {
    setCursor(id);
    setFocused(true);
  }

  function step(key: string): void {
    // Rows behind expanded details cannot have the focus.
    if (body.current?.checkVisibility({ visibilityProperty: true }) === true) focusRow(moveCursor(key, ids, cursor, 1));
  }

  const { onKeyDown, onClick } = gridInput({ ...props, cursor, setCursor, rowHeight });
  const tabStop = cursor ?? ids[0];
  const rows: RowsProps = { ids, headings, columns, rowHeight, tabStop, isFocused, opened, selected: selection?.ids };
  const first = <RowsAt {...rows} places={[...ids.slice(0, SHORT_LIST).keys()]} />;
  return (
    <div
      role="grid"
      className="grid"
      aria-label={label}
      aria-rowcount={ids.length + 1}
      aria-colcount={columns.length + (selection ? 1 : 0)}
      aria-multiselectable={selection && true}
      style={{ '--columns': columns.map(({ key, width }) => `var(--${key}, ${width})`).join(' ') } as CSSProperties}
    >
      <GridHead columns={columns} ids={ids} selection={selection} sort={sort} onSort={onSort} onKeyDown={onKeyDown} />
      <div
        ref={body}
        role="rowgroup"
        className="grid-body"
        style={{ height: `${(ids.length * rowHeight + headings.size * HEADING_HEIGHT) / REM}rem` }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => focusRow(idOf(target))}
        onBlur={() => setFocused(false)}
        onClick={onClick}
      >
        {ids.length <= SHORT_LIST ? first : <VirtualRows {...rows} fallback={first} body={body} />}
      </div>
    </div>
  );
}

/** React reports no blur when the row with the focus is removed. Then the row that takes its place gets the focus. */
function useCursor(ids: readonly string[]) {
  const [lastCursor, setCursor] = useState<string>();
  const [isFocused, setFocused] = useState(false);
  const at = ids.findIndex((id) => id === lastCursor);
  const place = useRef(at);
  useLayoutEffect(() => void (place.current = at), [at]);
  if (isFocused && at === -1) {
    const next = ids[Math.min(place.current, ids.length - 1)];
    if (next === undefined) setFocused(false);
    else setCursor(next);
  }
  return { cursor: ids[at], isFocused, setCursor, setFocused };
}

/** Moves the focus back to the list when the details, or the actions for selected rows, close while they have it. */
function useFocusRestore(open: number, focus: () => void): void {
  const before = useRef(open);
  useLayoutEffect(() => {
    const isClosed = open < before.current;
    before.current = open;
    if (isClosed && document.activeElement === document.body) focus();
  });
}

type GridHeadProps = Pick<FleetGridProps, 'columns' | 'ids' | 'selection' | 'sort' | 'onSort'> &
  Pick<ReturnType<typeof gridInput>, 'onKeyDown'>;

function GridHead({ columns, ids, selection, sort, onSort, onKeyDown }: GridHeadProps): ReactElement {
  return (
    // Escape clears the selection here too. The checkbox and the buttons use the other keys themselves.
    <div role="rowgroup" className="grid-head" onKeyDown={(event) => event.key === 'Escape' && onKeyDown(event)}>
      <div role="row" className="row" aria-rowindex={1}>
        {selection !== undefined && (
          <div role="columnheader" className="row-select">
            <input
              type="checkbox"
              aria-label="Select all rows"
              checked={selection.ids.size > 0 && selection.ids.size === ids.length}
              onChange={({ target }) => selection.replace(target.checked ? ids : [])}
            />
          </div>
        )}
        {columns.map((column) => (
          <div
            key={column.key}
            role="columnheader"
            className="note"
            data-column={column.key}
            data-numeric={column.isNumeric}
            aria-sort={column.isFixed ? undefined : sortOf(column, sort)}
          >
            {column.isFixed ? (
              column.title
            ) : (
              <button type="button" title={column.explanation} onClick={() => onSort?.(column)}>
                {column.title}
                {sort?.key === column.key && <Icon name={sort.isDescending ? 'down' : 'up'} />}
              </button>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function sortOf({ key }: Column, sort: Sort | undefined): 'ascending' | 'descending' | 'none' {
  if (sort?.key !== key) return 'none';
  return sort.isDescending ? 'descending' : 'ascending';
}
