/** The values by which a list searches, filters and sorts a row. The row reads the values that it shows itself. */
export interface RowFacts {
  readonly id: string;
  /** The text to search, in lower case. */
  readonly text: string;
  /** The value for each filter. Empty if the row has none. */
  readonly filters: Readonly<Record<string, string>>;
  /** The sort key for each column. */
  readonly keys: Readonly<Record<string, string | number | undefined>>;
}
