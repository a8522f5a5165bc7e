import type { Drift } from '../api/drift.js';
import type { IndexRecord, VectorIndex } from '../api/vector-index.js';
import type { PollGroup } from '../polling/poll-group.js';
import type { PollFacts } from '../polling/poll-targets.js';
import { deepEqual } from '../shared/deep-equal.js';
import { FleetError } from '../shared/fleet-error.js';
import type { Commits } from '../state/commits.js';
import type { EntityStore } from '../state/entity-store.js';
import {
  abandoned,
  confirmed,
  failed,
  reconfirmed,
  removed,
  requested,
  unknownEntry,
  type Entry,
} from '../state/entry.js';
import type { Events } from '../state/events.js';
import { createSource } from '../state/source.js';
import type { View } from '../state/view.js';
import type { Activity } from './activity.js';
import type { Answers } from './answers.js';
import type { EffectContext } from './effect-context.js';
import { hideSecrets } from './hide-secrets.js';
import {
  hasUnusableId,
  incomplete,
  INCOMPLETE_LIST,
  leftOutOf,
  statusOf,
  type IndexListStatus,
} from './index-list-status.js';

/** The list of vector indices: one poll target, whose answer is committed to the store of the indices. */
export interface IndexList {
  /** Reads the list now and commits it. Concurrent callers share one request. */
  request(signal?: AbortSignal): Promise<readonly IndexRecord[]>;
  /** Keeps the list polled. Interest is counted: each call needs one call of `untrack`. */
  track(): void;
  untrack(): void;
  /** A view that depends on the list got its first subscriber, or lost its last subscriber. */
  observe(isObserved: boolean): void;
  readonly status: View<IndexListStatus>;
  /** When the last complete list was committed, Unix milliseconds. */
  readonly confirmedAt: number | undefined;
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
}

/** The scheduler knows the list by this key. */
const LIST = 'vector-indices';

export function createIndexList(context: EffectContext, parts: IndexListParts): IndexList {
  const { operations, clock, scheduler, nextOrder, reportRequest } = context;
  const { commits, activity, indices, answers } = parts;
  const { commit } = commits;
  let settledOrder = 0;
  /** The last list named all of its indices: an index that is absent from it does not exist. */
  let isComplete = true;

  /** Its record is the list as the service sent it: the next answer is compared with it. */
  let entry = unknownEntry<readonly VectorIndex[]>(LIST);
  let publicStatus = statusOf(entry);
  const status = createSource(commits, { read: () => publicStatus, onWatched: observe });

  const polls: PollGroup<readonly IndexRecord[]> = scheduler.register({
    resource: 'vector-index-list',
    operation: 'list-vector-indices',
    facts: () => listFacts(entry),
    poll: (_, signal) => reportRequest({ operation: 'list-vector-indices' }, () => read(signal)),
    onRequested: () => commit(markRequested),
    onCancelled: () => commit(() => endFetching()),
    onNotSent: (_, error) => commitFailure(error, nextOrder()),
  });
  indices.onObserved((isObserved, id) => {
    observe(isObserved);
    if (isObserved && id !== undefined) seek(id);
  });

  function observe(isObserved: boolean): void {
    if (isObserved) polls.observe(LIST);
    else polls.unobserve(LIST);
  }

  function put(next: typeof entry): void {
    if (next === entry) return;
    entry = next;
    publicStatus = statusOf(entry);
    status.changed();
  }

  /** Marks the list, its indices, and the indices that have subscribers. */
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

  async function read(signal: AbortSignal): Promise<readonly IndexRecord[]> {
    const order = nextOrder();
    try {
      const list = await operations().listVectorIndices({ signal, previous: entry.record });
      if (!signal.aborted) commitList(list, order);
      return indices.all.value;
    } catch (failure) {
      const error = hideSecrets(failure, answers.secrets());
      if (!signal.aborted) commitFailure(error, order);
      throw error;
    }
  }

  /** @throws FleetError `bad-response` for a list without any usable element: such a list is not empty. */
  function commitList(list: readonly VectorIndex[], order: number): void {
    if (order < settledOrder) return;
    const drift = leftOutOf(list);
    isComplete = !hasUnusableId(list);
    if (!isComplete && list.length === 0) {
      commitFailure(INCOMPLETE_LIST, order, drift);
      throw INCOMPLETE_LIST;
    }
    settledOrder = order;
    const at = clock.now();
    commit(() => {
      const before = entry.record ?? [];
      reportDrift(drift);
      put({ ...(isComplete ? confirmed(entry, list, at) : incomplete(entry, list)), drift });
      confirmIndices(list, before, order, at);
      // An element whose id cannot be read may be any index that is absent from the list.
      if (isComplete) removeAbsent(at);
      else endFetching((index) => failed(index, INCOMPLETE_LIST));
    });
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
    if (activity.isObserved && drift.length > 0 && !deepEqual(drift, entry.drift))
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

  function commitFailure(error: unknown, order: number, drift = entry.drift): void {
    commit(() => {
      // A list without any usable element was committed as a failure before its request rejects.
      if (!(error instanceof FleetError) || order <= settledOrder) return endFetching();
      settledOrder = order;
      reportDrift(drift);
      endFetching((index) => failed(index, error));
      put({ ...failed(entry, error), drift });
    });
  }

  /** An index gets its first subscriber: if the list is known and lacks the index, the index is missing. */
  function seek(id: string): void {
    const at = entry.confirmedAt;
    if (at !== undefined && isComplete && !indices.isMember(id))
      indices.update(id, (index) => (index.status === 'unknown' ? removed<IndexRecord>(index, at) : index));
    if (entry.fetching) indices.update(id, requested);
  }

  return {
    request: (signal) => polls.request(LIST, signal),
    track: () => polls.track([LIST]),
    untrack: () => polls.untrack([LIST]),
    observe,
    status: status.view,
    get confirmedAt() {
      return entry.confirmedAt;
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

/** The facts of the list that its cadence depends on. */
function listFacts({ confirmedAt }: Entry<unknown>): PollFacts {
  return { hasRecord: confirmedAt !== undefined, modifying: false, active: true, missing: false, confirmedAt };
}
