import type { Database } from '../../../src/core/records/database.js';

/** A library that stores the records of a fleet and notifies of changes, used as its documentation recommends. */
export interface Peer {
  readonly name: string;
  /** Whether it freezes its records, and so cannot share them with other peers. */
  readonly needsOwnRecords?: boolean;
  open(records: readonly Database[]): PeerStore;
}

/**
 * Records in a store. Watchers are called synchronously with each change. They are also called at once, if that is how
 * the peer subscribes.
 */
export interface PeerStore {
  /** Applies an answer to a poll: always a new object, usually equal to the stored record. */
  change(record: Database): void;
  /** Applies several answers, in one commit if the peer has commits. */
  changeAll(records: readonly Database[]): void;
  watch(id: string, onChange: (record: Database | undefined) => void): Watch;
  watchField<Field extends keyof Database>(
    id: string,
    field: Field,
    onChange: (value: Database[Field] | undefined) => void,
  ): Watch;
  /** All records, in their order. */
  watchAll(onChange: (records: readonly Database[]) => void): Watch;
  watchSummary(onChange: (summary: Summary) => void): Watch;
  close(): void;
}

/** The peer's function that ends a subscription. */
export type Watch = (() => void) | { unsubscribe(): void };

export function unwatch(watch: Watch): void {
  if (typeof watch === 'function') watch();
  else watch.unsubscribe();
}

/** The smallest useful summary. fleetglass's own summary contains more. */
export interface Summary {
  readonly databases: number;
  /** The sum of all `db_max_clients`. */
  readonly clients: number;
}

export function summarize(records: Iterable<Database | undefined>): Summary {
  let databases = 0;
  let clients = 0;
  for (const record of records) {
    if (record === undefined) continue;
    databases += 1;
    clients += record.db_max_clients ?? 0;
  }
  return { databases, clients };
}
