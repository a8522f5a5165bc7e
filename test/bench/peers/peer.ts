import type { Database } from '../../../src/core/api/database.js';

/** Something that can hold the records of a fleet and tell of changes, used as its documentation recommends. */
export interface Peer {
  readonly name: string;
  /** The additions around the peer, and other facts that its figures depend on. */
  readonly remark?: string;
  /** It freezes what it is given, and so cannot share it with others. */
  readonly needsOwnRecords?: boolean;
  /** Holds these records. */
  open(records: readonly Database[]): PeerStore;
}

/**
 * Records in a store. Watchers are called synchronously with each change. They are also called at once, if that is how
 * the peer subscribes.
 */
export interface PeerStore {
  /** An answer to a poll: always a new object, mostly equal to what there is. */
  change(record: Database): void;
  /** Several answers, in one commit where the peer has such a thing. */
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

/** The least that could be called one. fleetglass's own has more in it. */
export interface Summary {
  readonly databases: number;
  /** All `db_max_clients`, added up. */
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

export const COMPARED_BY_HAND =
  'compare by reference; equal answers are kept from them by the comparison of the floor, up to the first difference';
