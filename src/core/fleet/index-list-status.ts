import { leftOutOf, MAX_DRIFT, type Drift } from '../records/drift.js';
import type { IndexRecord, VectorIndex } from '../records/vector-index.js';
import { FleetError } from '../shared/fleet-error.js';
import type { Entry, EntryStatus } from '../store/entry.js';

/**
 * The status of the list of vector indices, in the terms of an entry.
 *
 * A list with an element without a usable id is incomplete: the status is `stale`, or `unknown` if no element of any
 * list was usable. Its `error` is `bad-response`, and `drift` names the elements that were left out. `confirmedAt` is
 * the time of the last complete list.
 */
export type IndexListStatus = {
  readonly status: Exclude<EntryStatus, 'missing'>;
  /** The elements that were left out of the list. */
  readonly drift: readonly Drift[];
} & Pick<Entry<IndexRecord>, 'fetching' | 'error' | 'confirmedAt'>;

export function statusOf(entry: Entry<readonly VectorIndex[]>): IndexListStatus {
  const { record, status, fetching, error, confirmedAt } = entry;
  return Object.freeze({
    // The service always has a list.
    status: status as IndexListStatus['status'],
    fetching,
    ...(error && { error }),
    ...(confirmedAt !== undefined && { confirmedAt }),
    drift: leftOutOf(record ?? []),
  });
}

/** The error of a list that may lack an index that exists. */
export const INCOMPLETE_LIST = new FleetError(
  'bad-response',
  'list-vector-indices',
  'the list is incomplete: it contains an element without a usable id',
);

/** Whether an element may stand for any index: its id is unusable. */
export function hasUnusableId(list: readonly VectorIndex[]): boolean {
  const leftOut = leftOutOf(list);
  // At the limit, further elements may have been left out that are not in the list of drift.
  return leftOut.length === MAX_DRIFT || leftOut.some(({ kind }) => kind === 'wrong-type');
}
