/** A column of a list. Its cells say `data-column` with the same key, by which narrow lists leave some out. */
export interface Column {
  readonly key: string;
  readonly title: string;
  /** What its order means, where its title alone does not say it. */
  readonly explanation?: string;
  /** Numbers stand at the right. @default false */
  readonly isNumeric?: boolean;
  /** The first click puts the largest first. @default false */
  readonly isLargestFirst?: boolean;
}
