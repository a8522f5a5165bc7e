import type { Cancellation } from '../api/cancellation.js';
import { MAX_DRIFT, type Drift } from '../api/drift.js';
import type { Abortable } from '../api/on-abort.js';
import { driftOf } from '../api/provenance.js';
import type { IndexRecord, VectorIndex } from '../api/vector-index.js';
import type { Priority } from '../polling/request-gate.js';
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
  type EntryStatus,
} from '../state/entry.js';
import type { Events } from '../state/events.js';
import { createSource } from '../state/source.js';
import type { View } from '../state/view.js';
import type { Activity } from './activity.js';
import type { Answers } from './answers.js';
import { requestThroughGate, type SharedRequest } from './request-through-gate.js';
import type { EffectContext } from './effect-context.js';
import { hideSecrets } from './hide-secrets.js';
import { createSingleFlight, type SharedTicket } from './single-flight.js';

/** The key of the list among the things that are polled. No database has it for an id: those have no slash. */
export const VECTOR_INDEX_LIST = '/vector-indices';

/**
 * How well the list of vector indices is known; as of an entry.
 *
 * A list that holds an element without a usable id is not complete: it is `stale`, or `unknown` where no element of any
 * list could be used. Its `error` is `bad-response`, and `drift` names the elements that were left out. `confirmedAt` is
 * when a complete list came last.
 */
export type IndexListStatus = {
  readonly status: Exclude<EntryStatus, 'missing'>;
} & Pick<Entry<IndexRecord>, 'fetching' | 'error' | 'confirmedAt' | 'drift'>;

/** The list of vector indices. */
export interface ListVectorIndices {
  /** Reads the list and commits it, whole; otherwise as `RefreshDatabase` does. */
  request(priority: Priority, signal?: Abortable): Promise<readonly IndexRecord[]>;
  /** Somebody looks for an index: where the list is known and lacks it, it is missing. To be called when it begins. */
  seek(id: string): void;
  readonly status: View<IndexListStatus>;
  /** When a list was committed last, Unix milliseconds. */
  readonly confirmedAt: number | undefined;
  /** Ends all subscriptions to the status. */
  dispose(): void;
}

export interface ListVectorIndicesParts {
  readonly commits: Commits;
  readonly activity: Events<Activity>;
  readonly indices: EntityStore<IndexRecord>;
  readonly answers: Answers<VectorIndex>;
  /** Somebody subscribes to the status, or nobody does any more. */
  readonly onObserved: (isObserved: boolean) => void;
  /** When the list was committed elsewhere, if it was: Unix milliseconds. */
  readonly confirmedAt: number | undefined;
}

export function createListVectorIndices(
  context: EffectContext,
  { commits, activity, indices, answers, onObserved, ...restored }: ListVectorIndicesParts,
): ListVectorIndices {
  const { operations, clock } = context;
  const { commit } = commits;
  const requests = createSingleFlight<readonly IndexRecord[]>('list-vector-indices', context.gate);
  let settledOrder = 0;
  /** The last list named each of its indices: an index that it lacks does not exist. */
  let isComplete = true;

  /** Its record is the list as the service sent it: the next answer is compared with it. */
  let entry = unknownEntry<readonly VectorIndex[]>(VECTOR_INDEX_LIST);
  if (restored.confirmedAt !== undefined) entry = confirmed(entry, [], restored.confirmedAt);
  let told = statusOf(entry);
  const status = createSource(commits, { read: () => told, onWatched: onObserved });

  function put(next: typeof entry): void {
    if (next === entry) return;
    entry = next;
    told = statusOf(entry);
    status.changed();
  }

  /** Whatever the list says something about: what was in it, and what somebody looks for in it. */
  function awaitAll(): void {
    indices.updateAll((entry, isWanted) => (isWanted ? requested(entry) : entry));
    put(requested(entry));
  }

  /** @param change what becomes of those that are awaited still, unless nobody looks for them any more. */
  function awaitNone(change: (entry: Entry<IndexRecord>) => Entry<IndexRecord> = abandoned): void {
    indices.updateAll((entry, isWanted) => {
      if (!entry.fetching) return entry;
      return isWanted ? change(entry) : abandoned(entry);
    });
    put(abandoned(entry));
  }

  /** @throws FleetError `bad-response` for a list of which no element can be used: that is no empty list. */
  function commitList(list: readonly VectorIndex[], order: number): void {
    if (order < settledOrder) return;
    const drift = leftOutOf(list);
    isComplete = !hasUnreadableId(list);
    if (!isComplete && list.length === 0) {
      commitFailure(UNREADABLE, order, drift);
      throw UNREADABLE;
    }
    settledOrder = order;
    const at = clock.now();
    commit(() => {
      const before = entry.record ?? [];
      reportDrift(drift);
      put({ ...(isComplete ? confirmed(entry, list, at) : incomplete(entry, list)), drift });
      indices.join(list.filter((index, place) => index !== before[place]).map(({ id }) => id));
      for (const [place, index] of list.entries()) {
        if (index === before[place]) indices.update(index.id, (entry) => reconfirmed(entry, at));
        else indices.confirm(index.id, order, answers.split(index.id, index), at);
      }
      // An element whose id cannot be read may be any of those that seem to be gone.
      if (isComplete) remove(at);
      else awaitNone((entry) => failed(entry, UNREADABLE));
    });
  }

  function reportDrift(drift: readonly Drift[]): void {
    if (activity.isObserved && drift.length > 0 && !deepEqual(drift, entry.drift))
      activity.emit({ kind: 'drift', resource: 'index', drift, at: clock.now() });
  }

  /** What is awaited still. */
  function remove(at: number): void {
    const absent: string[] = [];
    awaitNone((entry) => {
      absent.push(entry.id);
      return removed(entry, at);
    });
    indices.leave(absent);
    absent.forEach(answers.forget);
  }

  function commitFailure(error: unknown, order: number, drift = entry.drift): void {
    commit(() => {
      // A list that cannot be used has been committed as a failure before its request rejects.
      if (!(error instanceof FleetError) || order <= settledOrder) return awaitNone();
      settledOrder = order;
      reportDrift(drift);
      awaitNone((entry) => failed(entry, error));
      put({ ...failed(entry, error), drift });
    });
  }

  async function read(signal: Cancellation): Promise<readonly VectorIndex[]> {
    try {
      return await operations().listVectorIndices({ signal, previous: entry.record });
    } catch (failure) {
      throw hideSecrets(failure, answers.secrets());
    }
  }

  function ask(priority: Priority, left: Cancellation): SharedTicket<readonly IndexRecord[]> {
    commit(awaitAll);
    // At once: somebody may ask anew before the end of this one is heard of.
    left.onAbort(() => commit(() => awaitNone()));
    const call: SharedRequest<readonly IndexRecord[]> = {
      key: VECTOR_INDEX_LIST,
      facts: { operation: 'list-vector-indices' },
      async send(order) {
        const list = await read(left);
        if (!left.aborted) commitList(list, order);
        return indices.all.value;
      },
      onFailure: commitFailure,
    };
    return requestThroughGate(context, call, priority, left);
  }

  return {
    request: (priority, signal) => requests.request(VECTOR_INDEX_LIST, priority, ask, signal),
    seek(id) {
      const at = entry.confirmedAt;
      if (at !== undefined && isComplete && !indices.isMember(id))
        indices.update(id, (entry) => (entry.status === 'unknown' ? removed<IndexRecord>(entry, at) : entry));
      if (entry.fetching) indices.update(id, requested);
    },
    status: status.view,
    get confirmedAt() {
      return entry.confirmedAt;
    },
    dispose() {
      status.complete();
      // Whoever keeps the fleet for what it shows needs no list to compare with, nor its text.
      entry = unknownEntry(VECTOR_INDEX_LIST);
    },
  };
}

function incomplete<R>(entry: Entry<R>, record: R): Entry<R> {
  return { ...entry, record, status: 'stale', fetching: false, error: UNREADABLE };
}

function statusOf({ status, fetching, error, confirmedAt, drift }: Entry<readonly VectorIndex[]>): IndexListStatus {
  return Object.freeze({
    // The service has a list, always.
    status: status as IndexListStatus['status'],
    fetching,
    ...(error && { error }),
    ...(confirmedAt !== undefined && { confirmedAt }),
    drift,
  });
}

const UNREADABLE = new FleetError(
  'bad-response',
  'list-vector-indices',
  'the list is not complete: it holds an element without a usable id',
);

/** Elements without a usable id, and duplicates, are left out of the list: its drift names them while there is room. */
function leftOutOf(list: readonly VectorIndex[]): readonly Drift[] {
  return driftOf(list).filter(({ path, kind }) => LEFT_OUT.has(kind) && ELEMENT_PATH.test(path));
}

function hasUnreadableId(list: readonly VectorIndex[]): boolean {
  const leftOut = leftOutOf(list);
  // Where the drift has no room for all of them, the first element that was left out stands for the rest.
  return leftOut.some(({ kind }) => kind === 'wrong-type' || driftOf(list).length === MAX_DRIFT);
}

const LEFT_OUT: ReadonlySet<string> = new Set(['wrong-type', 'duplicate']);
const ELEMENT_PATH = /^\[\d+\](?:\.id)?$/;
