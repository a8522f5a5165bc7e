import type { ScreenSize } from './alternate-screen.js';

export interface BoardContent {
  /** Absent without a monitor. */
  readonly alerts?: number | undefined;
  readonly databases: number;
  readonly indices: number;
  readonly limits: number;
  readonly log: number;
}

export interface BoardLayout {
  readonly paneColumns: ReturnType<typeof paneColumnsOf>;
  readonly alerts: number;
  readonly databases: number;
  readonly indices: number;
  readonly limits: number;
  readonly log: number;
  readonly isSpaced: boolean;
}

/** Two panes need this width for their most important columns. */
const MIN_COLUMNS_OF_TWO = 130;
export const PANE_GAP = 3;

/** With fewer lines, sections follow each other without an empty line. */
const MIN_ROWS_OF_SPACED = 34;
const MAX_GAPS = 3;

/**
 * Divides lines among the sections. Names and ids get the whole width. The log keeps lines that it does not fill yet,
 * because it grows.
 */
export function layoutBoard({ columns, rows }: ScreenSize, content: BoardContent): BoardLayout {
  const isSpaced = rows >= MIN_ROWS_OF_SPACED;
  const gaps = content.alerts === undefined ? MAX_GAPS : MAX_GAPS + 1;
  const lines = Math.max(0, rows - (isSpaced ? gaps : 0));
  const alerts = alertSection(content.alerts);
  const databases = section(content.databases, 4);
  const indices = section(content.indices, 2);
  const limits = section(content.limits, 3);
  const log = { min: 3, max: Math.max(5, content.log + 1) };
  const paneColumns = paneColumnsOf(columns);
  if (paneColumns.length === 1) {
    const [forAlerts = 0, forDatabases = 0, forLog = 0, forLimits = 0, forIndices = 0] = allotRows(lines, [
      alerts,
      databases,
      log,
      limits,
      indices,
    ]);
    const shown = { databases: forDatabases, indices: forIndices, limits: forLimits, log: forLog };
    return { paneColumns, alerts: forAlerts, ...shown, isSpaced };
  }
  const bottom = { min: Math.max(limits.min, log.min), max: Math.max(limits.max, log.max) };
  const [forAlerts = 0, forDatabases = 0, forBottom = 0, forIndices = 0] = allotRows(lines, [
    alerts,
    databases,
    bottom,
    indices,
  ]);
  return {
    paneColumns,
    alerts: forAlerts,
    databases: forDatabases,
    indices: forIndices,
    limits: Math.min(forBottom, limits.max),
    log: Math.min(forBottom, log.max),
    isSpaced,
  };
}

/** The columns of the limits and of the log: below each other, or side by side. */
export function paneColumnsOf(columns: number): readonly [number] | readonly [number, number] {
  if (columns < MIN_COLUMNS_OF_TWO) return [columns];
  const left = Math.ceil((columns - PANE_GAP) / 2);
  return [left, columns - PANE_GAP - left];
}

function section(count: number, min: number): RowDemand {
  return { min: Math.min(min, count + 1), max: count === 0 ? 0 : count + 1 };
}

/** Without alerts, its heading says so. */
function alertSection(count: number | undefined): RowDemand {
  return count === undefined ? { min: 0, max: 0 } : { min: Math.min(3, count + 1), max: count + 1 };
}

/** Returns the range of `count` rows that a window of `size` rows shows around the selected row. `end` is exclusive. */
export function visibleRange(count: number, size: number, selected: number): { first: number; end: number } {
  const first = Math.max(0, Math.min(selected - Math.floor(size / 2), count - size));
  return { first, end: Math.min(count, first + size) };
}

export interface RowDemand {
  /** With fewer lines the section is not shown. */
  readonly min: number;
  /** The section has no use for more lines. */
  readonly max: number;
}

/**
 * Divides lines among sections. First each section gets its minimum, in order, while there are enough lines. Sections
 * without enough lines get none. The remaining lines are then distributed one at a time, in turn.
 *
 * @param demands the most important section first
 */
export function allotRows(available: number, demands: readonly RowDemand[]): number[] {
  let left = available;
  const rows = demands.map(({ min, max }) => {
    if (min > left || max === 0) return 0;
    left -= min;
    return min;
  });
  const canGrow = (at: number): boolean => {
    const has = rows[at] ?? 0;
    return has > 0 && has < (demands[at]?.max ?? 0);
  };
  while (left > 0 && demands.some((_, at) => canGrow(at))) {
    for (const at of demands.keys()) {
      if (left === 0 || !canGrow(at)) continue;
      rows[at] = (rows[at] ?? 0) + 1;
      left -= 1;
    }
  }
  return rows;
}
