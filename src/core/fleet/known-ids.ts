import type { Interest } from '../polling/poll-target.js';
import type { PollGroup } from '../polling/scheduler.js';
import type { Clock } from '../shared/clock.js';
import { isSameList } from '../shared/is-same-list.js';
import { once } from '../shared/once.js';
import type { Commits } from '../store/commits.js';
import type { EntityStore } from '../store/entity-store.js';
import { createSource } from '../store/source.js';
import type { View } from '../store/view.js';
import { createRetention } from './retention.js';

/**
 * Decides which databases are known: an id is known while it is tracked (added or leased), observed or waited for. It
 * keeps the store, which shows known ids, and the scheduler, which polls them, in step.
 */
export interface KnownIds<R> {
  /** Makes ids members, until `remove`. An id that is a member stays one. */
  add(ids: readonly string[]): void;
  /** Ends the membership of ids. Leases stay. */
  remove(ids: readonly string[]): void;
  isAdded(id: string): boolean;
  /** Calls `listener` within each commit that adds or removes ids, before it does. @returns a function that ends this */
  onMembership(listener: MembershipListener): () => void;
  /** The ids that are members, in the order in which they became known. */
  readonly added: readonly string[];
  /**
   * Adds one interest in ids: a lease (`tracked`), a subscriber (`observed`) or a pending `waitFor` (`waiting`).
   *
   * @param everyMs the longest interval between two polls, whatever the cadence
   * @returns a function that ends this interest; calling it again does nothing
   */
  want(ids: readonly string[], interest: keyof Interest, everyMs?: number): () => void;
  /**
   * Adds the ids of a snapshot. To be called within a commit.
   *
   * @param others the other ids of the snapshot: they are forgotten after a while unless they become known.
   * @returns a function that begins to poll the added ids. It has to run before any of them is removed.
   */
  restore(ids: readonly string[], others: readonly { readonly id: string }[]): () => void;
  /** Runs a task at the first use of the fleet; at once if it is in use. */
  whenUsed(task: () => void): void;
  /** To be called when the store got the record of an id without a request. */
  confirmed(id: string): void;
  /** Calls `listener` with each id that the store has forgotten. */
  onForgotten(listener: (id: string) => void): void;
  /** Added and leased ids, in the order in which they became known. */
  readonly tracked: View<readonly string[]>;
  /**
   * Requests an id as `PollGroup.request`. The record of an id that is not known is kept for a while.
   *
   * @param maxAgeMs a stored record that was confirmed less than this ago is returned without a request. @default 0
   */
  request(id: string, signal?: AbortSignal, maxAgeMs?: number): Promise<R>;
  /** Keeps the record of an id for a while, unless the id is known. */
  retain(id: string): void;
  /** To be called with ids that have lost their last interest. */
  left(ids: readonly string[]): void;
  /** Ends all subscriptions that the store does not end. No id is forgotten afterwards. */
  dispose(): void;
}

/** Called with the ids that become members, or with the ids that shall cease to be members. */
export type MembershipListener = (ids: readonly string[], isAdded: boolean) => void;

export interface KnownIdsParts<R extends object> {
  readonly commits: Commits;
  readonly store: EntityStore<R>;
  readonly polls: PollGroup<R>;
  readonly clock: Clock;
  /** How long the record of an id that is not known is kept, milliseconds; `Infinity`: until `dispose`. */
  readonly retainMs: number;
  /** Begins when ids are added, removed or leased. The polling of restored ids begins with it. */
  readonly firstUse: FirstUse;
}

/** Long enough to show the error. A later visit, such as a page that is opened again, sends a new request. */
const RETAIN_FAILURES_MS = 5000;

export function createKnownIds<R extends object>(parts: KnownIdsParts<R>): KnownIds<R> {
  const { commits, store, polls, clock, retainMs, firstUse } = parts;
  const records = createRetention({ clock, retainMs, forget });
  const failures = createRetention({ clock, retainMs: Math.min(retainMs, RETAIN_FAILURES_MS), forget });
  const added = new Set<string>();
  const listeners = new Set<MembershipListener>();
  const forgetters: ((id: string) => void)[] = [];
  let listed: readonly string[] = [];
  let isListed = true;

  const tracked = createSource(commits, {
    read() {
      if (isListed) return listed;
      const now = store.ids.value.filter((id) => added.has(id) || polls.isTracked(id));
      if (!isSameList(listed, now)) listed = Object.freeze(now);
      isListed = true;
      return listed;
    },
  });

  function trackedChanged(): void {
    isListed = false;
    tracked.changed();
  }

  /** Returns the ids that were not added before. */
  function addAll(ids: readonly string[]): string[] {
    return ids.filter((id) => !added.has(id) && added.add(id));
  }

  /** To be called within a commit. */
  function change(ids: readonly string[], interest: keyof Interest, by: 1 | -1, everyMs?: number): void {
    if (ids.length === 0) return;
    if (by === 1) join(ids);
    polls.change(ids, interest, by, everyMs);
    if (interest === 'tracked') trackedChanged();
  }

  function notify(ids: readonly string[], isAdded: boolean): void {
    for (const listener of listeners) listener(ids, isAdded);
  }

  function cancelRetention(id: string): void {
    records.cancel(id);
    failures.cancel(id);
  }

  function startRetention(id: string): void {
    cancelRetention(id);
    (store.peek(id).record === undefined ? failures : records).start(id);
  }

  function retain(id: string): void {
    if (!store.isMember(id)) startRetention(id);
  }

  function recentRecord(id: string, maxAgeMs: number): R | undefined {
    const { record, status, confirmedAt = -Infinity } = store.peek(id);
    const ageMs = clock.now() - confirmedAt;
    // A time in the future comes from another computer's clock. A missing database has the record of an earlier answer.
    return ageMs >= 0 && ageMs < maxAgeMs && status !== 'missing' ? record : undefined;
  }

  function forget(id: string): void {
    // The end of a request in flight starts the retention of its id again.
    if (store.isMember(id) || polls.isShared(id) || store.peek(id).fetching) return;
    store.forget(id);
    for (const forgetter of forgetters) forgetter(id);
  }

  function join(ids: readonly string[]): void {
    ids.forEach(cancelRetention);
    store.join(ids);
  }

  store.onObserved((isObserved, id) => {
    if (id !== undefined) change([id], 'observed', isObserved ? 1 : -1);
  });

  return {
    // Each is one commit: a subscriber that calls them in turn gets them applied in that order, and none after dispose.
    add(ids) {
      firstUse.begin();
      commits.commit(() => {
        const joining = addAll(ids);
        notify(joining, true);
        change(joining, 'tracked', 1);
      });
    },
    remove(ids) {
      firstUse.begin();
      commits.commit(() => {
        notify(ids, false);
        change(
          ids.filter((id) => added.delete(id)),
          'tracked',
          -1,
        );
      });
    },
    isAdded: (id) => added.has(id),
    onMembership(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get added() {
      return store.ids.value.filter((id) => added.has(id));
    },
    want(ids, interest, everyMs) {
      firstUse.begin();
      commits.commit(() => change(ids, interest, 1, everyMs));
      return once(() => commits.commit(() => change(ids, interest, -1, everyMs)));
    },
    left(ids) {
      // It reads the entry, so it comes first.
      ids.forEach(startRetention);
      store.leave(ids);
    },
    restore(ids, others) {
      const joining = addAll(ids);
      notify(joining, true);
      join(joining);
      trackedChanged();
      return () => {
        polls.change(joining, 'tracked', 1);
        for (const { id } of others) retain(id);
      };
    },
    whenUsed: firstUse.run,
    confirmed: polls.confirmed,
    onForgotten: (listener) => void forgetters.push(listener),
    tracked: tracked.view,
    request(id, signal, maxAgeMs = 0) {
      // An aborted call sends no request and leaves no entry that retention has to remove.
      const isAborted = signal?.aborted;
      const recent = maxAgeMs > 0 && !isAborted && !commits.isDisposed && recentRecord(id, maxAgeMs);
      if (recent) return Promise.resolve(recent);
      return polls.request(id, signal).finally(() => {
        if (!isAborted) retain(id);
      });
    },
    retain,
    dispose() {
      records.dispose();
      failures.dispose();
      tracked.complete();
    },
  };
}

/** Runs tasks at the first use of a fleet: the first subscription, or the first interest in a key. */
export interface FirstUse {
  begin(): void;
  /** Runs a task at the first use; at once if the fleet is in use. */
  run(task: () => void): void;
}

export function createFirstUse(): FirstUse {
  let pending: (() => void)[] | undefined = [];
  return {
    begin() {
      const tasks = pending;
      pending = undefined;
      tasks?.forEach((task) => task());
    },
    run(task) {
      if (pending === undefined) task();
      else pending.push(task);
    },
  };
}
