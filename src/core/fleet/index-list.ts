import type { Interest, PollSource } from '../polling/poll-target.js';
import { forgetText } from '../records/read-list.js';
import type { IndexRecord, VectorIndex } from '../records/vector-index.js';
import type { FleetError } from '../shared/fleet-error.js';
import { once } from '../shared/once.js';
import type { Commits } from '../store/commits.js';
import { derive } from '../store/derive.js';
import { EntityStore } from '../store/entity-store.js';
import { abandoned, confirmed, failed, removed, requested, type Entry, type EntryStatus } from '../store/entry.js';
import type { PollGroup } from '../polling/scheduler.js';
import type { View } from '../store/view.js';
import { hideSecrets, type Answers } from './answers.js';
import { msSince, type CadenceFacts } from './polling-options.js';
import type { Effects } from './effects.js';

/** The status of the list of vector indices, in the terms of an entry. */
export type IndexListStatus = {
  readonly status: Exclude<EntryStatus, 'missing'>;
} & Pick<Entry<IndexRecord>, 'fetching' | 'error' | 'confirmedAt'>;

/** The list as the service sent it, tokens included. */
type ListEntry = Entry<readonly VectorIndex[]>;

function statusOf({ status, fetching, error, confirmedAt }: ListEntry): IndexListStatus {
  return Object.freeze({
    // The service always has a list.
    status: status as IndexListStatus['status'],
    fetching,
    ...(error && { error }),
    ...(confirmedAt !== undefined && { confirmedAt }),
  });
}

/** The id of the list, as an entry and as a poll target. No id of a database contains a slash. */
export const LIST = '/vector-indices';

/**
 * The list of vector indices. The service has one request for all indices, so the scheduler polls the list as one key.
 * The list has its own entry. Each answer and failure also changes the entries of the indices in the list, and of all
 * indices that have subscribers.
 */
export class IndexList implements PollSource<readonly IndexRecord[]> {
  readonly operation = 'list-vector-indices';
  readonly status: View<IndexListStatus>;
  /** The entry of the list, under the id `LIST`. */
  readonly store: EntityStore<readonly VectorIndex[]>;
  /** The entries of the indices. Its members are the indices of the last list. */
  readonly indices: EntityStore<IndexRecord>;
  /** Whether the service has answered with a list. A restored list is no answer. */
  isAnswered = false;
  /** Whether this fleet has read the last list itself: lists of stores, snapshots and other fleets have no tokens. */
  hasTokens = false;
  /** When the list last failed, Unix milliseconds. A snapshot from before that keeps the error. */
  failedAt = -Infinity;
  readonly #effects: Effects;
  readonly #commits: Commits;
  readonly #answers: Answers<VectorIndex>;
  readonly #polls: PollGroup<readonly IndexRecord[]>;

  constructor(effects: Effects, commits: Commits, answers: Answers<VectorIndex>) {
    this.#effects = effects;
    this.#commits = commits;
    this.#answers = answers;
    this.store = new EntityStore(commits, (isObserved) => this.observe(isObserved));
    this.indices = new EntityStore(commits, (isObserved, id) => {
      this.observe(isObserved);
      if (isObserved && id !== undefined) this.#showAbsence(id);
    });
    this.status = derive(commits, [this.store.entry(LIST)], statusOf);
    this.#polls = effects.scheduler.register(this);
  }

  has(key: string): boolean {
    return key === LIST;
  }

  facts(_: string, { waiting, observed, tracked }: Interest, now: number): CadenceFacts {
    const confirmedAt = this.confirmedAt();
    return {
      resource: 'vector-index-list',
      hasRecord: confirmedAt !== undefined,
      modifying: false,
      active: true,
      missing: false,
      waiting: waiting > 0,
      observed: observed > 0,
      tracked: tracked > 0,
      now,
      sinceAnswerMs: msSince(confirmedAt, now),
      recentChanges: 0,
    };
  }

  /** A list from a store has no `changedAt`. It does not count as an answer: it is read again, and makes no index missing. */
  confirmedAt(): number | undefined {
    return this.entry.changedAt && this.entry.confirmedAt;
  }

  poll(_: string, signal: AbortSignal, turn?: number): Promise<readonly IndexRecord[]> {
    return this.#effects.report({ operation: 'list-vector-indices' }, () => this.#read(signal, turn));
  }

  onFetching(_: string, isFetching: boolean): void {
    this.changeAll(isFetching ? requested : abandoned);
  }

  onNotSent(_: string, error: FleetError): void {
    this.fail(error, this.#effects.orders.forChange());
  }

  get entry(): ListEntry {
    return this.store.peek(LIST);
  }

  request(signal?: AbortSignal): Promise<readonly IndexRecord[]> {
    return this.#polls.request(LIST, signal);
  }

  track(): () => void {
    this.#polls.change([LIST], 'tracked', 1);
    return once(() => this.#polls.change([LIST], 'tracked', -1));
  }

  observe(isObserved: boolean): void {
    this.#polls.change([LIST], 'observed', isObserved ? 1 : -1);
  }

  /** Changes the list, its indices, and the indices that have subscribers. */
  changeAll(change: <R>(entry: Entry<R>) => Entry<R>): void {
    this.#commits.commit(() => {
      this.store.update(LIST, change);
      this.#changeIndices(change);
    });
  }

  /** Commits a list, unless a later request was answered. */
  confirm(list: readonly VectorIndex[], order: number, at: number, hasTokens = false): void {
    this.#settle(order, (entry) => {
      this.hasTokens = hasTokens;
      this.isAnswered = true;
      const listed = new Set(list.map(({ id }) => id));
      this.indices.join(listed);
      for (const index of list) this.indices.confirm(index.id, order, this.#answers.split(index.id, index), at);
      this.removeExcept(listed, at);
      return confirmed(entry, list, at);
    });
  }

  /** Commits the failure of a request, unless a later request was answered. */
  fail(error: FleetError, order: number): void {
    const now = this.#effects.clock.now();
    this.#settle(order, (entry) => {
      this.failedAt = now;
      this.#changeIndices((index) => failed(index, error));
      return failed(entry, error);
    });
  }

  confirmed(): void {
    this.#polls.confirmed(LIST);
  }

  /** Removes the indices that a list lacks, with their tokens. */
  removeExcept(listed: ReadonlySet<string>, at: number): void {
    const absent: string[] = [];
    this.#changeIndices((index) => {
      if (listed.has(index.id)) return index;
      absent.push(index.id);
      return removed(index, at);
    });
    this.indices.leave(absent);
    for (const id of absent) this.#answers.forget(id);
  }

  dispose(): void {
    if (this.entry.record) forgetText(this.entry.record);
  }

  async #read(signal: AbortSignal, turn?: number): Promise<readonly IndexRecord[]> {
    const { operations, orders, clock } = this.#effects;
    const order = orders.start(turn);
    let list: readonly VectorIndex[];
    try {
      list = await operations.listVectorIndices({ signal, previous: this.entry.record });
    } catch (failure) {
      const error = hideSecrets(failure as FleetError, this.#answers.secrets());
      // The scheduler reads the list again at once, with the new credentials.
      const isOutdated = this.#effects.isOutdated(operations, error);
      if (!signal.aborted && !isOutdated) this.fail(error, order);
      else if (!signal.aborted) this.changeAll(abandoned);
      throw error;
    }
    if (!signal.aborted) this.confirm(list, order, clock.now(), true);
    return this.indices.all.value;
  }

  /** Ends the request, and changes the entry of the list unless a later request was answered. */
  #settle(order: number, change: (entry: ListEntry) => Entry<unknown>): void {
    this.#commits.commit(() => {
      this.store.settle(LIST, order, change as (entry: ListEntry) => ListEntry);
      this.changeAll(abandoned);
    });
  }

  #changeIndices(change: (index: Entry<IndexRecord>) => Entry<IndexRecord>): void {
    // An index whose last subscriber has left may still wait for an answer.
    this.indices.updateAll((index, isWanted) => (isWanted ? change(index) : abandoned(index)));
  }

  /** Called at the first subscriber of an index: if the list is known and lacks the index, the index is missing. */
  #showAbsence(id: string): void {
    const at = this.confirmedAt();
    if (at !== undefined && !this.indices.isMember(id))
      this.indices.update(id, (index) => (index.status === 'unknown' ? removed<IndexRecord>(index, at) : index));
    if (this.entry.fetching) this.indices.update(id, requested);
  }
}
