import { allotRows } from './allot-rows.js';

/** How large the terminal is. */
export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** How much there is to show. */
export interface BoardContent {
  readonly databases: number;
  readonly indices: number;
  readonly limits: number;
  readonly log: number;
}

/** Where the sections are. Each takes so many lines, its headline included; with 0 it is not shown. */
export interface BoardLayout {
  /** Columns of each pane: one below the other in one, or resources on the left and what happens on the right. */
  readonly paneColumns: readonly [number] | readonly [number, number];
  readonly databases: number;
  readonly indices: number;
  readonly limits: number;
  readonly log: number;
}

/** Two panes of which each has room for the columns that matter. */
const LEAST_COLUMNS_OF_TWO = 140;
const PANE_GAP = 3;

/** Two lines at the top, one at the bottom. */
const OTHER_LINES = 3;

/** Divides the screen. Lines that the log does not fill are its own still: it is what grows. */
export function layoutBoard({ columns, rows }: ScreenSize, content: BoardContent): BoardLayout {
  const lines = Math.max(0, rows - OTHER_LINES);
  const databases = section(Math.max(1, content.databases), 4);
  const indices = section(content.indices, 2);
  const limits = section(Math.max(1, content.limits), 3);
  const log = { least: 3, natural: Math.max(5, content.log + 1) };
  if (columns < LEAST_COLUMNS_OF_TWO) {
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

/** A headline and a line for each; it can do with `least` lines, if it has that many. */
function section(count: number, least: number): { least: number; natural: number } {
  return { least: Math.min(least, count + 1), natural: count === 0 ? 0 : count + 1 };
}
