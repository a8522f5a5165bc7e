import { memo, useLayoutEffect, useRef, type ComponentType, type ReactElement } from 'react';

/** Renders the cells of one row. It reads its own record, so that a changed record renders one row only. */
export type RowCells = ComponentType<{ readonly id: string }>;

export interface RowsProps {
  readonly ids: readonly string[];
  readonly Cells: RowCells;
  readonly rowHeight: number;
  /** The row of the keyboard cursor. It is rendered even if it is outside the viewport. */
  readonly cursor: string | undefined;
  readonly isFocused: boolean;
  readonly selected: string | undefined;
}

export interface RowsAtProps extends RowsProps {
  readonly at: readonly number[];
}

export function RowsAt({ ids, at, Cells, rowHeight, cursor, isFocused, selected }: RowsAtProps): ReactElement {
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
            top={index * rowHeight}
            isTabStop={id === tabStop}
            isFocused={isFocused && id === cursor}
            isSelected={id === selected}
            Cells={Cells}
          />
        );
      })}
    </>
  );
}

interface RowProps {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly isTabStop: boolean;
  readonly isFocused: boolean;
  readonly isSelected: boolean;
  readonly Cells: RowCells;
}

const Row = memo(function Row({ id, index, top, isTabStop, isFocused, isSelected, Cells }: RowProps): ReactElement {
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
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      data-id={id}
      style={{ transform: `translateY(${top}px)` }}
    >
      <CellsOf id={id} Cells={Cells} />
    </div>
  );
});

/** A component of its own, so that a row that only moves does not render its cells. */
const CellsOf = memo(function CellsOf({ id, Cells }: { readonly id: string; readonly Cells: RowCells }): ReactElement {
  return <Cells id={id} />;
});
