import type { ResourceKind } from '../../index.js';
import { isObjectWith } from '../../core/shared/option-schemas.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';

/** The values of one field, with one value a row. */
export type HistoryColumn = NumberColumn | TextColumn;

/** `values` is `NaN` where the field is absent. */
export interface NumberColumn {
  readonly kind: 'number';
  readonly values: Float64Array;
  /** The exact values of integers beyond 2^53, which `values` rounds; 0 elsewhere. Absent if the column has none. */
  readonly exact?: BigInt64Array | undefined;
}

/** Each value is an index of `texts`. `texts[0]` is `undefined`: the field is absent. */
export interface TextColumn {
  readonly kind: 'text';
  readonly values: Uint32Array;
  readonly texts: readonly (string | undefined)[];
}

/** The facts about one resource from `at` until the next row of this resource. */
export interface HistoryRow {
  /** Unix milliseconds. */
  readonly at: number;
  readonly resource: ResourceKind;
  readonly id: string;
  readonly status: 'fresh' | 'stale' | 'missing' | 'forgotten';
  /** A field under its wire name, or a use as `<limit>_used`. Absent fields are `undefined`. */
  readonly values: Readonly<Record<string, number | string | undefined>>;
}

/**
 * The state of a fleet over a time, in columns. It is immutable.
 *
 * 1. A resource has a row when it is first captured, and one for each change of a captured field or of its status. Rows
 *    are in the order of time.
 * 2. Columns are typed arrays with one value for each row. Each is made when it is first read, and then shared: do not
 *    change it.
 * 3. A history contains no secret: only fields that records have, and reported use.
 */
export interface History {
  readonly rowCount: number;
  /** The time of the first row, and the end of the capture, Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  /** How many of the oldest rows were dropped, because `maxBytes` was reached. */
  readonly droppedRows: number;
  /** How many rows `historyFrom` left out, because they repeat another row, or because a later row of the same time replaces them. */
  readonly duplicateRows: number;
  /**
   * The memory of the values and texts, in bytes. The columns that are read take more. The texts of a slice belong to the
   * history that it was made of.
   */
  readonly bytes: number;
  /** The captured fields: record fields under their wire names, use as `<limit>_used`. */
  readonly fields: readonly string[];
  /** The times of the rows, Unix milliseconds. */
  readonly at: Float64Array;
  /** The ids, resources and statuses of the rows, as indices of their texts. */
  readonly id: TextColumn;
  readonly resource: TextColumn;
  readonly status: TextColumn;
  /** The values of a field, one for each row. @throws FleetError `invalid-request` for a field that was not captured */
  column(field: string): HistoryColumn;
  /**
   * Returns one row as an object.
   *
   * @param index The number of the row, from 0 to `rowCount - 1`. The rows are in the order of time.
   * @throws FleetError `invalid-request` for a number without a row
   * @example
   * ```ts
   * const { at, id, values } = history.row(history.rowCount - 1); // the last change
   * ```
   */
  row(index: number): HistoryRow;
  /** All rows, in the order of time. */
  rows(): Iterable<HistoryRow>;
}

/** @throws FleetError `invalid-request` for a capture, whose `.history` is to be passed */
export function isHistory(value: unknown): value is History {
  const problem = 'expected a history, but this is a capture: pass its `.history`';
  refuseIssues('configure', issueUnless(!isObjectWith(value, ['flush', 'stop']), 'history', problem));
  return isObjectWith(value, ['column', 'row', 'rows']);
}

/** @throws FleetError `invalid-request` if a value is not a history */
export function requireHistory(value: unknown): asserts value is History {
  const message = 'expected a history, such as `captured.history` or the awaited result of historyFrom';
  refuseIssues('configure', issueUnless(isHistory(value), 'history', message));
}
