import type { Database } from '../api/database.js';
import type { IndexRecord } from '../api/vector-index.js';
import type { UsageEntry } from '../limits/usage-sample.js';

/** An entry as a snapshot has it: of errors and requests under way it says nothing. */
export interface EntrySnapshot<R> {
  readonly id: string;
  readonly status: 'fresh' | 'stale' | 'missing';
  /** Absent for what is missing and was never seen. */
  readonly record?: R | undefined;
  /** The digits of its integers beyond 2^53, by field: the record has them rounded. */
  readonly digits?: Readonly<Record<string, string>> | undefined;
  /** Unix milliseconds, as in the entry. */
  readonly confirmedAt?: number | undefined;
  readonly changedAt?: number | undefined;
}

/**
 * What a fleet knew at one moment, as plain JSON: to be sent from a server to a page, or kept. It holds no credentials.
 * Its members are for `createFleet({ initial })` alone, and another version may have others: it says so by `format`.
 */
export interface FleetSnapshot {
  readonly format: 1;
  /** The added ids, in the order in which they became known. */
  readonly added: readonly string[];
  readonly databases: readonly EntrySnapshot<Database>[];
  /** Those of the list first, in its order. */
  readonly indices: readonly EntrySnapshot<IndexRecord>[];
  /** When the list of indices was confirmed, Unix milliseconds. */
  readonly listedAt?: number | undefined;
  readonly usage: readonly UsageEntry[];
}
