import type { Database } from '../api/database.js';
import type { IndexRecord } from '../api/vector-index.js';
import type { UsageEntry } from '../limits/usage-sample.js';

/** An entry in a snapshot. It holds no error and no request status. */
export interface EntrySnapshot<R> {
  readonly id: string;
  readonly status: 'fresh' | 'stale' | 'missing';
  /** Absent if the id is missing and never had a record. */
  readonly record?: R | undefined;
  /** The exact digits of integers beyond 2^53, by field; `record` holds the rounded numbers. */
  readonly digits?: Readonly<Record<string, string>> | undefined;
  /** Unix milliseconds, as in `Entry`. */
  readonly confirmedAt?: number | undefined;
  readonly changedAt?: number | undefined;
}

/**
 * The state of a fleet at one moment, as plain JSON: the result of `fleet.dehydrate()`. It holds no credentials.
 *
 * Pass it to `hydrate(fleet, snapshot)`, for example in a page whose server made it. Read no other member than `format`:
 * another version of the library may use another format.
 */
export interface FleetSnapshot {
  readonly format: 1;
  /** The added ids, in the order in which they became known. */
  readonly added: readonly string[];
  readonly databases: readonly EntrySnapshot<Database>[];
  /** The indices of the last list first, in its order. */
  readonly indices: readonly EntrySnapshot<IndexRecord>[];
  /** When a complete list of indices was last received, Unix milliseconds. */
  readonly listedAt?: number | undefined;
  readonly usage: readonly UsageEntry[];
}
