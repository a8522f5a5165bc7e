/** What a list has to know of a row to find, leave out and order it; what the row shows it looks up itself. */
export interface RowFacts {
  readonly id: string;
  /** What is searched, in small letters. */
  readonly text: string;
  /** What rows can be filtered by. A row that has no such value has an empty one. */
  readonly filters: Readonly<Record<string, string>>;
  /** What rows can be ordered by, for each column. */
  readonly keys: Readonly<Record<string, string | number | undefined>>;
}
