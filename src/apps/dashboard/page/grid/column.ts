/** A column of a list. Its cells have the same key in `data-column`. Narrow layouts hide columns by this key. */
export interface Column {
  readonly key: string;
  readonly title: string;
  /** Explains the sort order, if the title is not enough. */
  readonly explanation?: string;
  /** The list cannot be sorted by the column. @default false */
  readonly isFixed?: boolean;
  /** Aligns the cells to the right. @default false */
  readonly isNumeric?: boolean;
  /** The first click puts the largest first. @default false */
  readonly isLargestFirst?: boolean;
}
