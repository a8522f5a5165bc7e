import { memo, useLayoutEffect, useRef, type ComponentType, type ReactElement } from 'react';

import type { Headings } from './order-rows.js';

/** Renders the cells of one row. It reads its own record, so that a changed record renders one row only. */
export type RowCells = ComponentType<{ readonly id: string }>;

export interface RowsProps {
  readonly ids: readonly string[];
  readonly headings: Headings;
  readonly Cells: RowCells;
  readonly rowHeight: number;
  /** The row of the keyboard cursor. It is rendered even if it is outside the viewport. */
  readonly cursor: string | undefined;
  readonly isFocused: boolean;
  /** The row whose details are open. */
  readonly opened: string | undefined;
  /** The selected rows. @default rows cannot be selected */
  readonly selected?: ReadonlySet<string> | undefined;
}

export interface RowsAtProps extends RowsProps {
  readonly at: readonly number[];
}

export function RowsAt({
  ids,
  at,
  headings,
  Cells,
  rowHeight,
  cursor,
  isFocused,
  opened,
  selected,
}: RowsAtProps): ReactElement {
  // The Tab key needs one focusable row.
  const tabStop = cursor ?? ids[0];
  return (
    <>
      {at.map((index) => {
        const id = ids[index] ?? '';
        return (
          <Row
            key={id}
            id={id}
            index={index}
            top={topOf(index, rowHeight, headings)}
            heading={headings.get(index)}
            isTabStop={id === tabStop}
            isFocused={isFocused && id === cursor}
            isOpened={id === opened}
            isSelected={selected?.has(id)}
            Cells={Cells}
          />
        );
      })}
    </>
  );
}

// The same height is in grid.css.
export const HEADING_HEIGHT = 26;

/** The position of a row, below its heading. */
function topOf(index: number, rowHeight: number, headings: Headings): number {
  const above = [...headings.keys()].filter((at) => at <= index).length;
  return index * rowHeight + above * HEADING_HEIGHT;
}

interface RowProps {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly heading: string | undefined;
  readonly isTabStop: boolean;
  readonly isFocused: boolean;
  readonly isOpened: boolean;
  /** Absent if rows cannot be selected. */
  readonly isSelected: boolean | undefined;
  readonly Cells: RowCells;
}

const Row = memo(function Row({
  id,
  index,
  top,
  heading,
  isTabStop,
  isFocused,
  isOpened,
  isSelected,
  Cells,
}: RowProps): ReactElement {
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
      aria-current={isOpened || undefined}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      data-id={id}
      data-heading={heading}
      style={{ transform: `translateY(${top}px)` }}
    >
      {isSelected !== undefined && (
        <div role="gridcell" className="row-select">
          <input type="checkbox" aria-label="Select" tabIndex={-1} checked={isSelected} readOnly />
        </div>
      )}
      <CellsOf id={id} Cells={Cells} />
    </div>
  );
});

/** A component of its own, so that a row that only moves does not render its cells. */
const CellsOf = memo(function CellsOf({ id, Cells }: { readonly id: string; readonly Cells: RowCells }): ReactElement {
  return <Cells id={id} />;
});
