import type { Interest } from '../polling/poll-target.js';
import type { PollGroup } from '../polling/scheduler.js';
import { credentialRefusals } from '../polling/verdict.js';
import type { Database } from '../records/database.js';
import type { Clock } from '../shared/clock.js';
import { isSameList } from '../shared/deep-equal.js';
import { once } from '../shared/once.js';
import type { Commits } from '../store/commits.js';
import type { EntityStore } from '../store/entity-store.js';
import { derive } from '../store/derive.js';
import { createSource, type Source } from '../store/source.js';
import type { View } from '../store/view.js';
import { createRetention, RETAIN_LEAST_MS, type Retention } from './retention.js';

export type MembershipListener = (ids: readonly string[], isAdded: boolean) => void;

export interface KnownIdsParts {
  readonly commits: Commits;
  readonly store: EntityStore<Database>;
  readonly polls: PollGroup<Database>;
  readonly clock: Clock;
  readonly retainMs: number;
}

/**
 * Decides which databases a fleet knows. An id is known while it is tracked (the program added or leased it), while a
 * view of it has subscribers, or while a caller waits for it. The known ids are the members of the store, and the
 * scheduler polls them. This class changes both together.
 */
export class KnownIds {
  /** Added and leased ids, in the order in which they became known. */
  readonly tracked: View<readonly string[]>;
  readonly #parts: KnownIdsParts;
  readonly #records: Retention;
  readonly #failures: Retention;
  readonly #added = new Set<string>();
  readonly #membershipListeners = new Set<MembershipListener>();
  readonly #forgottenListeners: ((id: string) => void)[] = [];
  readonly #trackedChanges: Source<number>;
  #trackedChangeCount = 0;
  /** Absent after the first use. */
  #forFirstUse: (() => void)[] | undefined = [];

  constructor(parts: KnownIdsParts) {
    const { commits, store, polls, clock, retainMs } = parts;
    const forget = (id: string): void => this.#forget(id);
    this.#parts = parts;
    this.#records = createRetention(clock, Math.max(retainMs, RETAIN_LEAST_MS), forget);
    this.#failures = createRetention(clock, RETAIN_LEAST_MS, forget);
    this.#trackedChanges = createSource(commits, () => this.#trackedChangeCount);
    this.tracked = derive(
      commits,
      [store.ids, this.#trackedChanges.view],
      (ids): readonly string[] => Object.freeze(ids.filter((id) => this.#added.has(id) || polls.isTracked(id))),
      isSameList,
    );
  }

  get added(): readonly string[] {
    return this.#parts.store.ids.value.filter((id) => this.#added.has(id));
  }

  isAdded(id: string): boolean {
    return this.#added.has(id);
  }

  add(ids: readonly string[]): void {
    this.use();
    // One commit: a subscriber that adds and removes ids gets these calls applied in order, and none after dispose.
    this.#parts.commits.commit(() => this.#change(this.#join(ids), 'tracked', 1));
  }

  /** Ends the membership of ids. Leases stay. */
  remove(ids: readonly string[]): void {
    this.use();
    this.#parts.commits.commit(() => {
      for (const listener of this.#membershipListeners) listener(ids, false);
      const removed = ids.filter((id) => this.#added.delete(id));
      this.#change(removed, 'tracked', -1);
    });
  }

  /** Adds the ids of a snapshot or a store. @returns a function that begins to poll them, to be called before any is removed */
  restore(ids: readonly string[]): () => void {
    // Only `add` saves an id again that is added already, because another tab may have removed it.
    const joining = this.#join(ids.filter((id) => !this.isAdded(id)));
    this.#enterStore(joining);
    this.#trackedChanged();
    return () => {
      this.use();
      this.#parts.polls.change(joining, 'tracked', 1);
    };
  }

  /** Adds one interest in ids. @param everyMs its own pace @returns a function that ends this interest */
  want(ids: readonly string[], interest: keyof Interest, everyMs?: number): () => void {
    const { commits } = this.#parts;
    this.use();
    commits.commit(() => this.#change(ids, interest, 1, everyMs));
    return once(() => commits.commit(() => this.#change(ids, interest, -1, everyMs)));
  }

  /** Like `PollGroup.request`. @param maxAgeMs a record that was confirmed less than this ago is enough */
  request(id: string, signal?: AbortSignal, maxAgeMs = 0): Promise<Database> {
    const { isDisposed } = this.#parts.commits;
    const recent = maxAgeMs > 0 && !signal?.aborted && !isDisposed && this.#recentRecord(id, maxAgeMs);
    if (recent) return Promise.resolve(recent);
    return this.requestCredentials(id, signal).catch((error: object) => {
      // The call joined a read of credentials. The account may still read the record.
      if (credentialRefusals.has(error)) return this.request(id, signal);
      throw error;
    });
  }

  /** Like `request`, for `fetchCredentials`: also fails if the service refuses to show the credentials. */
  requestCredentials(id: string, signal?: AbortSignal): Promise<Database> {
    // An aborted call sends no request and leaves no entry that retention has to remove.
    const isAborted = signal?.aborted;
    return this.#parts.polls.request(id, signal).finally(() => (isAborted ? undefined : this.retain(id)));
  }

  /** The store got the record of an id without a request. */
  confirmed(id: string): void {
    this.retain(id);
    this.#parts.polls.confirmed(id);
  }

  /** Forgets an id after a while, unless it is known. */
  retain(id: string): void {
    if (!this.#parts.store.isMember(id)) this.#startRetention(id);
  }

  /** The views of an id got their first subscriber or lost their last one. The views `all` and `ids` have no id. */
  observed(isObserved: boolean, id?: string): void {
    if (id !== undefined) this.#change([id], 'observed', isObserved ? 1 : -1);
  }

  /** Called by the scheduler with the ids that have lost their last interest. */
  left(ids: readonly string[]): void {
    // A restored id is added before anything wants it polled.
    const leaving = ids.filter((id) => !this.#added.has(id));
    // The retention reads the entries, so it starts before they leave.
    for (const id of leaving) this.#startRetention(id);
    this.#parts.store.leave(leaving);
  }

  /** Calls `listener` in each commit that adds or removes ids, before the change. Some may be added or removed already. */
  onMembership(listener: MembershipListener): () => void {
    this.#membershipListeners.add(listener);
    return () => void this.#membershipListeners.delete(listener);
  }

  onForgotten(listener: (id: string) => void): void {
    this.#forgottenListeners.push(listener);
  }

  /** To be called when the fleet is used: a view or a stream gets a subscriber, or ids or the list are to be polled. */
  use(): void {
    const tasks = this.#forFirstUse;
    this.#forFirstUse = undefined;
    tasks?.forEach((task) => task());
  }

  /** Runs a task at the first use of the fleet. The polling of the ids of a snapshot begins with it. */
  whenUsed(task: () => void): void {
    if (this.#forFirstUse === undefined) task();
    else this.#forFirstUse.push(task);
  }

  dispose(): void {
    this.#records.dispose();
    this.#failures.dispose();
  }

  /** Makes ids members. @returns the ids that were not added before */
  #join(ids: readonly string[]): readonly string[] {
    for (const listener of this.#membershipListeners) listener(ids, true);
    return ids.filter((id) => !this.#added.has(id) && this.#added.add(id));
  }

  /** To be called within a commit. */
  #change(ids: readonly string[], interest: keyof Interest, by: 1 | -1, everyMs?: number): void {
    if (ids.length === 0) return;
    if (by === 1) this.#enterStore(ids);
    this.#parts.polls.change(ids, interest, by, everyMs);
    if (interest === 'tracked') this.#trackedChanged();
  }

  #enterStore(ids: readonly string[]): void {
    for (const id of ids) this.#cancelRetention(id);
    this.#parts.store.join(ids);
  }

  #trackedChanged(): void {
    this.#trackedChangeCount += 1;
    this.#trackedChanges.changed();
  }

  #recentRecord(id: string, maxAgeMs: number): Database | undefined {
    const { record, status, confirmedAt = -Infinity } = this.#parts.store.peek(id);
    const ageMs = this.#parts.clock.now() - confirmedAt;
    // A time in the future comes from another computer's clock. A missing database has the record of an earlier answer.
    return ageMs >= 0 && ageMs < maxAgeMs && status !== 'missing' ? record : undefined;
  }

  #startRetention(id: string): void {
    this.#cancelRetention(id);
    (this.#parts.store.peek(id).record ? this.#records : this.#failures).start(id);
  }

  #cancelRetention(id: string): void {
    this.#records.cancel(id);
    this.#failures.cancel(id);
  }

  #forget(id: string): void {
    const { store, polls } = this.#parts;
    // The end of a request in flight starts the retention of its id again.
    if (store.isMember(id) || polls.isShared(id) || store.peek(id).fetching) return;
    store.forget(id);
    for (const listener of this.#forgottenListeners) listener(id);
  }
}
