import { isCredentialField } from '../api/credential-fields.js';
import type { Drift } from '../api/drift.js';
import { driftOf } from '../api/provenance.js';
import type { FleetError } from '../shared/fleet-error.js';

/**
 * How well a record is known.
 *
 * - `unknown`: nothing is known; an `error` says what became of the last attempt.
 * - `loading`: nothing is known yet, and the first answer is awaited.
 * - `fresh`: the last answer confirmed it.
 * - `stale`: the last attempt failed; the record is the last good one.
 * - `missing`: the service says that there is none. The record of a database stays as it was last seen; that of a
 *   vector index that is absent from the list is gone.
 */
export type EntryStatus = 'unknown' | 'loading' | 'fresh' | 'stale' | 'missing';

/** What is known of a record, whatever its status. */
interface EntryFacts {
  readonly id: string;
  /** Whether a request for it is under way. */
  readonly fetching: boolean;
  /** Why the last attempt failed; absent once one succeeds. */
  readonly error?: FleetError;
  /** When an answer confirmed the record last, Unix milliseconds. */
  readonly confirmedAt?: number;
  /** When the record changed last, Unix milliseconds. */
  readonly changedAt?: number;
  /** Where the record departs from api.md. */
  readonly drift: readonly Drift[];
}

/**
 * A record and what is known of it: `record` is the last good one. Its `status` says whether there is one, to the
 * compiler as well.
 *
 * @example
 * ```ts
 * const entry = fleet.databases.entry(id).value;
 * if (entry.status === 'fresh') console.log(entry.record.database_name);
 * ```
 */
export type Entry<R> = EntryFacts &
  (
    | { readonly status: 'unknown' | 'loading'; readonly record: undefined }
    | { readonly status: 'fresh' | 'stale'; readonly record: R }
    | { readonly status: 'missing'; readonly record: R | undefined }
  );

const NO_DRIFT: readonly Drift[] = [];

/** Of which nothing is known. */
export function unknownEntry<R>(id: string): Entry<R> {
  return { id, record: undefined, status: 'unknown', fetching: false, drift: NO_DRIFT };
}

/** A request for it began. */
export function requested<R>(entry: Entry<R>): Entry<R> {
  if (entry.fetching) return entry;
  if (entry.status === 'unknown') return { ...entry, status: 'loading', fetching: true };
  return { ...entry, fetching: true };
}

/** The request was given up: nothing was learnt. */
export function abandoned<R>(entry: Entry<R>): Entry<R> {
  if (!entry.fetching) return entry;
  if (entry.status === 'loading') return { ...entry, status: 'unknown', fetching: false };
  return { ...entry, fetching: false };
}

/** An answer came. @param record the one it had, if the answer is equal to it. */
export function confirmed<R extends object>(entry: Entry<R>, record: R, at: number): Entry<R> {
  const isSame = record === entry.record;
  const changedAt = isSame ? entry.changedAt : at;
  // All members in one place, and those that entries nearly always have in every entry: objects of one shape are
  // smaller and read quicker.
  return {
    id: entry.id,
    record,
    status: 'fresh',
    fetching: false,
    drift: isSame ? entry.drift : driftOfStored(record),
    confirmedAt: at,
    changedAt: changedAt ?? at,
  };
}

/** The same answer came again. */
export function reconfirmed<R extends object>(entry: Entry<R>, at: number): Entry<R> {
  return entry.record === undefined ? abandoned(entry) : confirmed(entry, entry.record, at);
}

/** The attempt failed. What was known stays. */
export function failed<R>(entry: Entry<R>, error: FleetError): Entry<R> {
  if (entry.status === 'loading') return { ...entry, status: 'unknown', fetching: false, error };
  if (entry.status === 'fresh') return { ...entry, status: 'stale', fetching: false, error };
  return { ...entry, fetching: false, error };
}

/** The service does not know its id. It may come back, so what was known stays. */
export function missing<R>(entry: Entry<R>, error: FleetError): Entry<R> {
  return { ...entry, status: 'missing', fetching: false, error };
}

/** It is absent from the list of all that there are. */
export function removed<R>(entry: Entry<R>, at: number): Entry<R> {
  const { id, record, status, error } = entry;
  if (status === 'missing' && record === undefined && error === undefined) return abandoned<R>(entry);
  return { id, record: undefined, status: 'missing', fetching: false, changedAt: at, drift: NO_DRIFT };
}

/** The drift of a record in a store. No credential is in it, whatever was sent: that it lacks one says nothing. */
function driftOfStored(record: object): readonly Drift[] {
  const drift = driftOf(record);
  return drift.some(isMissingCredential) ? drift.filter((each) => !isMissingCredential(each)) : drift;
}

function isMissingCredential({ kind, path }: Drift): boolean {
  return kind === 'missing' && isCredentialField(path);
}
