import type { FleetError } from '../shared/fleet-error.js';

/**
 * The state of a record in the store.
 *
 * - `unknown`: there is no record. If a request failed, `error` is set.
 * - `loading`: there is no record yet, and the first request is in flight.
 * - `fresh`: the last answer confirmed the record.
 * - `stale`: the last request failed, or nothing can confirm the record. The record is the last good one.
 * - `missing`: the service has no such resource. The last record of a database stays. The record of a vector index
 *   that is absent from the list is removed.
 */
export type EntryStatus = 'unknown' | 'loading' | 'fresh' | 'stale' | 'missing';

interface EntryFacts {
  readonly id: string;
  /** Whether a request for this id is in flight. */
  readonly fetching: boolean;
  /** The error of the last request. Absent after a successful request. */
  readonly error?: FleetError;
  /** When an answer last confirmed the record, Unix milliseconds. */
  readonly confirmedAt?: number;
  /** When the record last changed, Unix milliseconds. */
  readonly changedAt?: number;
}

/**
 * The last good record of a resource, with its status, error and times. A check of `status` narrows the type of
 * `record`.
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

export function unknownEntry<R>(id: string): Entry<R> {
  return { id, record: undefined, status: 'unknown', fetching: false };
}

export function hasSameRecord(one: Entry<object>, other: Entry<object>): boolean {
  return one.record === other.record && (one.status === 'missing') === (other.status === 'missing');
}

export function requested<R>(entry: Entry<R>): Entry<R> {
  if (entry.fetching) return entry;
  if (entry.status === 'unknown') return { ...entry, status: 'loading', fetching: true };
  return { ...entry, fetching: true };
}

/** The request ended without an answer or an error of the service. */
export function abandoned<R>(entry: Entry<R>): Entry<R> {
  if (!entry.fetching) return entry;
  if (entry.status === 'loading') return { ...entry, status: 'unknown', fetching: false };
  return { ...entry, fetching: false };
}

/** An answer arrived. @param record the record of the entry itself if the answer is equal to it. */
export function confirmed<R extends object>(entry: Entry<R>, record: R, at: number): Entry<R> {
  const isSame = record === entry.record;
  const changedAt = isSame ? entry.changedAt : at;
  // One object literal with the same members for all entries: engines store objects of one shape in less memory.
  return { id: entry.id, record, status: 'fresh', fetching: false, confirmedAt: at, changedAt: changedAt ?? at };
}

/** The entry after a failed request. The last record stays. */
export function failed<R>(entry: Entry<R>, error: FleetError): Entry<R> {
  if (entry.status === 'loading') return { ...entry, status: 'unknown', fetching: false, error };
  if (entry.status === 'fresh') return { ...entry, status: 'stale', fetching: false, error };
  return { ...entry, fetching: false, error };
}

/** Nothing can confirm the record at present. */
export function outdated<R>(entry: Entry<R>): Entry<R> {
  return entry.status === 'fresh' && !entry.fetching ? { ...entry, status: 'stale' } : entry;
}

/** Moves times that lie in the future back, after the wall clock was set back by `byMs`. */
export function setBack<R>(entry: Entry<R>, now: number, byMs: number): Entry<R> {
  const { confirmedAt = -Infinity, changedAt = -Infinity } = entry;
  if (confirmedAt <= now && changedAt <= now) return entry;
  const move = (at: number): number => (at > now ? Math.min(now, at - byMs) : at);
  return {
    ...entry,
    ...(entry.confirmedAt !== undefined && { confirmedAt: move(confirmedAt) }),
    ...(entry.changedAt !== undefined && { changedAt: move(changedAt) }),
  };
}

/** The service answered 404. The last record stays, since the resource may come back. */
export function missing<R>(entry: Entry<R>, error: FleetError): Entry<R> {
  return { ...entry, status: 'missing', fetching: false, error };
}

/** The resource is absent from the list. */
export function removed<R>(entry: Entry<R>, at: number): Entry<R> {
  const { id, record, status, error } = entry;
  if (status === 'missing' && record === undefined && error === undefined) return abandoned<R>(entry);
  return { id, record: undefined, status: 'missing', fetching: false, changedAt: at };
}
