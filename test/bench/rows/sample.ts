/** The measurement of a poll in which one record changes. */
export interface Sample {
  readonly changed: string;
  /** The time from the request until the change is on the screen. */
  readonly paintedMs: number;
  /** The ids of the rendered rows. */
  readonly renders: readonly string[];
}
