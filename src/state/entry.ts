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

/** A record and what is known of it. */
export interface Entry<R> {
  readonly id: string;
  /** The last good one. */
  readonly record: R | undefined;
  readonly status: EntryStatus;
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

const NO_DRIFT: readonly Drift[] = [];

/** Of which nothing is known. */
export function unknownEntry<R>(id: string): Entry<R> {
  return { id, record: undefined, status: 'unknown', fetching: false, drift: NO_DRIFT };
}

/** A request for it began. */
export function requested<R>(entry: Entry<R>): Entry<R> {
  if (entry.fetching) return entry;
  return { ...entry, fetching: true, status: entry.status === 'unknown' ? 'loading' : entry.status };
}

/** The request was given up: nothing was learnt. */
export function abandoned<R>(entry: Entry<R>): Entry<R> {
  if (!entry.fetching) return entry;
  return { ...entry, fetching: false, status: entry.status === 'loading' ? 'unknown' : entry.status };
}

/** An answer came. @param record the one it had, if the answer is equal to it. */
export function confirmed<R extends object>(entry: Entry<R>, record: R, at: number): Entry<R> {
  const changedAt = record === entry.record ? entry.changedAt : at;
  // All members in one place, and those that entries nearly always have in every entry: objects of one shape are
  // smaller and read quicker.
  return {
    id: entry.id,
    record,
    status: 'fresh',
    fetching: false,
    drift: driftOf(record),
    confirmedAt: at,
    changedAt: changedAt ?? at,
  };
}

/** The attempt failed. What was known stays. */
export function failed<R>(entry: Entry<R>, error: FleetError): Entry<R> {
  const status = entry.status === 'missing' ? 'missing' : entry.record === undefined ? 'unknown' : 'stale';
  return { ...entry, status, fetching: false, error };
}

/** The service does not know its id. It may come back, so what was known stays. */
export function missing<R>(entry: Entry<R>, error: FleetError): Entry<R> {
  return { ...entry, status: 'missing', fetching: false, error };
}

/** It is absent from the list of all that there are. */
export function removed<R>(entry: Entry<R>, at: number): Entry<R> {
  const { id, record, status, error } = entry;
  if (status === 'missing' && record === undefined && error === undefined) return abandoned(entry);
  return { id, record: undefined, status: 'missing', fetching: false, changedAt: at, drift: NO_DRIFT };
}
