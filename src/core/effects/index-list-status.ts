import { MAX_DRIFT, type Drift } from '../api/drift.js';
import { driftOf } from '../api/provenance.js';
import type { IndexRecord, VectorIndex } from '../api/vector-index.js';
import { FleetError } from '../shared/fleet-error.js';
import type { Entry, EntryStatus } from '../state/entry.js';

/**
 * The status of the list of vector indices, in the terms of an entry.
 *
 * A list with an element without a usable id is incomplete: the status is `stale`, or `unknown` if no element of any
 * list was usable. Its `error` is `bad-response`, and `drift` names the elements that were left out. `confirmedAt` is
 * the time of the last complete list.
 */
export type IndexListStatus = {
  readonly status: Exclude<EntryStatus, 'missing'>;
} & Pick<Entry<IndexRecord>, 'fetching' | 'error' | 'confirmedAt' | 'drift'>;

export function statusOf({
  status,
  fetching,
  error,
  confirmedAt,
  drift,
}: Entry<readonly VectorIndex[]>): IndexListStatus {
  return Object.freeze({
    // The service always has a list.
    status: status as IndexListStatus['status'],
    fetching,
    ...(error && { error }),
    ...(confirmedAt !== undefined && { confirmedAt }),
    drift,
  });
}

/** The entry of the list after an incomplete list came. */
export function incomplete<R>(entry: Entry<R>, record: R): Entry<R> {
  return { ...entry, record, status: 'stale', fetching: false, error: INCOMPLETE_LIST };
}

/** The error of a list from which an index is missing that may exist. */
export const INCOMPLETE_LIST = new FleetError(
  'bad-response',
  'list-vector-indices',
  'the list is incomplete: it contains an element without a usable id',
);

/** The drift of a list as a whole: the elements that were left out, up to the maximum number of differences. */
export function leftOutOf(list: readonly VectorIndex[]): readonly Drift[] {
  return driftOf(list).filter(({ path, kind }) => LEFT_OUT.has(kind) && ELEMENT_PATH.test(path));
}

/** Whether an element may stand for any index: its id is unusable. */
export function hasUnusableId(list: readonly VectorIndex[]): boolean {
  const leftOut = leftOutOf(list);
  // If the drift is full, the first element that was left out stands for the others.
  return leftOut.some(({ kind }) => kind === 'wrong-type' || driftOf(list).length === MAX_DRIFT);
}

const LEFT_OUT: ReadonlySet<string> = new Set(['wrong-type', 'duplicate']);
const ELEMENT_PATH = /^\[\d+\](?:\.id)?$/;
