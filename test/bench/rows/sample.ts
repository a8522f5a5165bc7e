/** A poll in which one record changes, from when it is sent. */
export interface Sample {
  readonly changed: string;
  /** Until the change was on the screen. */
  readonly paintedMs: number;
  /** Which rows rendered. */
  readonly renders: readonly string[];
}
