import type { Health } from '../../../../format/health.js';

/** The values by which a list searches, filters and sorts a row. The row reads the values that it shows itself. */
export interface RowFacts {
  readonly id: string;
  /** The text to search, in lower case. */
  readonly text: string;
  /** The value for each filter. Empty if the row has none. */
  readonly filters: Readonly<Record<string, string>>;
  /** The sort key for each column. */
  readonly keys: Readonly<Record<string, string | number | undefined>>;
  readonly health: Health;
  /** The condition by the last record, whether or not the last request was answered. */
  readonly lastHealth: Health;
  /** Whether usage of the row is known, and whether it is simulated. */
  readonly usage: UsageKnowledge;
}

export type UsageKnowledge = 'none' | 'simulated' | 'reported';
