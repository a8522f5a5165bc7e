import { memo, useLayoutEffect, useRef, type ComponentType, type ReactElement } from 'react';

/** What shows the cells of one row. It looks up by itself what it shows, so that one record renders one row. */
export type RowCells = ComponentType<{ readonly id: string }>;

export interface RowsProps {
  readonly ids: readonly string[];
  readonly Cells: RowCells;
  readonly rowHeight: number;
  /** Where the keyboard is; that row is there even where it cannot be seen. */
  readonly cursor: string | undefined;
  /** Whether the row at the cursor is to have the focus. */
  readonly isFocused: boolean;
  readonly selected: string | undefined;
}

export interface RowsAtProps extends RowsProps {
  /** Which of the rows are to be there. */
  readonly at: readonly number[];
}

/** Some of the rows, each at its place. */
export function RowsAt({ ids, at, Cells, rowHeight, cursor, isFocused, selected }: RowsAtProps): ReactElement {
  // Somebody who comes by the Tab key has to arrive at one of them.
  const entrance = cursor ?? ids[0];
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
            isEntrance={id === entrance}
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
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly isEntrance: boolean;
  readonly isFocused: boolean;
  readonly isSelected: boolean;
  readonly Cells: RowCells;
}

const Row = memo(function Row({ id, index, top, isEntrance, isFocused, isSelected, Cells }: RowProps): ReactElement {
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
      tabIndex={isEntrance ? 0 : -1}
      data-id={id}
      style={{ transform: `translateY(${top}px)` }}
    >
      <CellsOf id={id} Cells={Cells} />
    </div>
  );
});

/** Apart from the row, so that one that only moves is not drawn anew. */
const CellsOf = memo(function CellsOf({ id, Cells }: { readonly id: string; readonly Cells: RowCells }): ReactElement {
  return <Cells id={id} />;
});
