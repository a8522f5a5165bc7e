import { allotRows, type RowDemand } from './allot-rows.js';

/** The size of the terminal. */
export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** The number of items in each section. */
export interface BoardContent {
  readonly databases: number;
  readonly indices: number;
  readonly limits: number;
  readonly log: number;
}

/** The number of lines of each section, including its heading. A section with 0 lines is not shown. */
export interface BoardLayout {
  /** The columns of each pane: one pane, or resources on the left, limits and log on the right. */
  readonly paneColumns: readonly [number] | readonly [number, number];
  readonly databases: number;
  readonly indices: number;
  readonly limits: number;
  readonly log: number;
}

/** Two panes need this width for their most important columns. */
const MIN_COLUMNS_OF_TWO = 140;
const PANE_GAP = 3;

/** The status lines at the top and the line of keys at the bottom. */
const OTHER_LINES = 3;

/** Divides the screen among the sections. The log keeps lines that it does not fill yet, because it grows. */
export function layoutBoard({ columns, rows }: ScreenSize, content: BoardContent): BoardLayout {
  const lines = Math.max(0, rows - OTHER_LINES);
  const databases = section(Math.max(1, content.databases), 4);
  const indices = section(content.indices, 2);
  const limits = section(Math.max(1, content.limits), 3);
  const log = { min: 3, max: Math.max(5, content.log + 1) };
  if (columns < MIN_COLUMNS_OF_TWO) {
    const [forDatabases = 0, forLog = 0, forLimits = 0, forIndices = 0] = allotRows(lines, [
      databases,
      log,
      limits,
      indices,
    ]);
    return { paneColumns: [columns], databases: forDatabases, indices: forIndices, limits: forLimits, log: forLog };
  }
  const [forDatabases = 0, forIndices = 0] = allotRows(lines, [databases, indices]);
  const [forLimits = 0, forLog = 0] = allotRows(lines, [limits, log]);
  const left = Math.ceil((columns - PANE_GAP) / 2);
  return {
    paneColumns: [left, columns - PANE_GAP - left],
    databases: forDatabases,
    indices: forIndices,
    limits: forLimits,
    log: forLog,
  };
}

/** A section has a heading and a line for each item. */
function section(count: number, min: number): RowDemand {
  return { min: Math.min(min, count + 1), max: count === 0 ? 0 : count + 1 };
}

/** Returns the range of `count` rows that a window of `size` rows shows around the selected row. `end` is exclusive. */
export function visibleRange(count: number, size: number, selected: number): { first: number; end: number } {
  const first = Math.max(0, Math.min(selected - Math.floor(size / 2), count - size));
  return { first, end: Math.min(count, first + size) };
}
