import type { Drift } from '../records/drift.js';
import { leftOutOf } from '../records/read-list.js';
import type { IndexRecord, VectorIndex } from '../records/vector-index.js';
import type { Clock } from '../shared/clock.js';
import { deepEqual } from '../shared/deep-equal.js';
import { FleetError } from '../shared/fleet-error.js';
import type { Commits } from '../store/commits.js';
import type { EntityStore } from '../store/entity-store.js';
import {
  abandoned,
  confirmed,
  failed,
  outdated,
  reconfirmed,
  removed,
  requested,
  unknownEntry,
  type Entry,
} from '../store/entry.js';
import type { Events } from '../store/events.js';
import { createSource } from '../store/source.js';
import type { View } from '../store/view.js';
import type { Activity } from './activity.js';
import type { Answers } from './answers.js';
import { hasUnusableId, incomplete, INCOMPLETE_LIST, statusOf, type IndexListStatus } from './index-list-status.js';

/** The state of the list of vector indices, kept in step with the store of the indices. It sends no requests. */
export interface IndexListState {
  /** The list as the service sent it, with what is known of it: the next answer is compared with its record. */
  readonly entry: Entry<readonly VectorIndex[]>;
  readonly status: View<IndexListStatus>;
  /** Marks the list, its indices, and the indices that have subscribers as requested. */
  request(): void;
  /** A request was cancelled. */
  abandon(): void;
  /** Nothing can confirm the list at present: it becomes stale, with its indices. */
  outdate(): void;
  /**
   * @param at when the list was read, Unix milliseconds. @default now
   * @throws FleetError `bad-response` for a list without any usable element: such a list is not empty.
   */
  confirm(list: readonly VectorIndex[], order: number, at?: number): void;
  fail(error: unknown, order: number): void;
  /** An index gets its first subscriber: if the list is known and lacks the index, the index is missing. */
  seek(id: string): void;
  /** Removes indices that do not exist from the store's members, and forgets their credentials. */
  drop(ids: readonly string[]): void;
  /**
   * To be called within a commit that changed indices without an answer to a request.
   *
   * @param at when a newer complete list was confirmed, Unix milliseconds; `undefined` if the last list stays.
   */
  restore(at: number | undefined): void;
  /** Ends all subscriptions to the status. */
  dispose(): void;
}

export interface IndexListParts {
  readonly commits: Commits;
  readonly activity: Events<Activity>;
  readonly indices: EntityStore<IndexRecord>;
  readonly answers: Answers<VectorIndex>;
  /** Called inside the commit of each answer and each failure that is not older than the list. */
  readonly onSettled?: ((order: number) => void) | undefined;
}

/** The key of the list: its id as an entry and as a poll target. */
export const LIST = 'vector-indices';

/** @param onWatched called when the status gets its first subscriber and when it loses its last subscriber. */
export function createIndexListState(
  { commits, activity, indices, answers, onSettled }: IndexListParts,
  clock: Clock,
  onWatched: (isWatched: boolean) => void,
): IndexListState {
  const { commit } = commits;
  let settledOrder = 0;
  /** The last list named all of its indices: an index that is absent from it does not exist. */
  let isComplete = true;
  let entry = unknownEntry<readonly VectorIndex[]>(LIST);
  let leftOut: readonly Drift[] = [];
  let publicStatus = statusOf(entry, leftOut);
  const status = createSource(commits, { read: () => publicStatus, onWatched });

  function put(next: typeof entry, drift = leftOut): void {
    if (next === entry && drift === leftOut) return;
    entry = next;
    leftOut = drift;
    publicStatus = statusOf(entry, leftOut);
    status.changed();
  }

  function markRequested(): void {
    indices.updateAll((index, isWanted) => (isWanted ? requested(index) : index));
    put(requested(entry));
  }

  /** Ends `fetching` for all indices. @param change the new entry of an index that is a member or has subscribers. */
  function endFetching(change: (index: Entry<IndexRecord>) => Entry<IndexRecord> = abandoned): void {
    indices.updateAll((index, isWanted) => {
      if (!index.fetching) return index;
      return isWanted ? change(index) : abandoned(index);
    });
    put(abandoned(entry));
  }

  function confirmIndices(
    list: readonly VectorIndex[],
    before: readonly VectorIndex[],
    order: number,
    at: number,
  ): void {
    indices.join(list.filter((index, place) => index !== before[place]).map(({ id }) => id));
    for (const [place, index] of list.entries()) {
      if (index === before[place]) indices.update(index.id, (current) => reconfirmed(current, at));
      else indices.confirm(index.id, order, answers.split(index.id, index), at);
    }
  }

  function reportDrift(drift: readonly Drift[]): void {
    if (activity.isObserved && drift.length > 0 && !deepEqual(drift, leftOut))
      activity.emit({ kind: 'drift', resource: 'index', drift, at: clock.now() });
  }

  /** The indices that still have `fetching` are absent from the list. */
  function removeAbsent(at: number): void {
    const absent: string[] = [];
    endFetching((index) => {
      absent.push(index.id);
      return removed(index, at);
    });
    drop(absent);
  }

  function drop(ids: readonly string[]): void {
    indices.leave(ids);
    ids.forEach(answers.forget);
  }

  function fail(error: unknown, order: number, drift = leftOut): void {
    commit(() => {
      // A list without any usable element was committed as a failure before its request rejects.
      if (!(error instanceof FleetError) || order <= settledOrder) return endFetching();
      settledOrder = order;
      reportDrift(drift);
      endFetching((index) => failed(index, error));
      put(failed(entry, error), drift);
      onSettled?.(order);
    });
  }

  return {
    get entry() {
      return entry;
    },
    status: status.view,
    request: () => commit(markRequested),
    abandon: () => commit(() => endFetching()),
    outdate() {
      commit(() => {
        indices.updateAll(outdated);
        put(outdated(entry));
      });
    },
    confirm(list, order, at = clock.now()) {
      if (order < settledOrder) return commit(() => endFetching());
      const drift = leftOutOf(list);
      isComplete = !hasUnusableId(list);
      if (!isComplete && list.length === 0) {
        fail(INCOMPLETE_LIST, order, drift);
        throw INCOMPLETE_LIST;
      }
      settledOrder = order;
      commit(() => {
        const before = entry.record ?? [];
        reportDrift(drift);
        put(isComplete ? confirmed(entry, list, at) : incomplete(entry, list), drift);
        confirmIndices(list, before, order, at);
        // An element whose id cannot be read may be any index that is absent from the list.
        if (isComplete) removeAbsent(at);
        else endFetching((index) => failed(index, INCOMPLETE_LIST));
        onSettled?.(order);
      });
    },
    fail,
    seek(id) {
      const at = entry.confirmedAt;
      if (at !== undefined && isComplete && !indices.isMember(id))
        indices.update(id, (index) => (index.status === 'unknown' ? removed<IndexRecord>(index, at) : index));
      if (entry.fetching) indices.update(id, requested);
    },
    drop,
    restore(at) {
      // Without a list to compare with, the next answer replaces all records, also if it repeats the last answer.
      if (entry.record !== undefined) entry = { ...entry, record: [] };
      const { fetching } = entry;
      if (at !== undefined) {
        isComplete = true;
        put(confirmed(entry, [], at));
      }
      if (fetching) markRequested();
    },
    dispose() {
      status.complete();
      // A disposed fleet that is kept for its last values needs no list to compare with, nor the text of the list.
      entry = unknownEntry(LIST);
    },
  };
}
