import type { Scheduler } from '../polling/scheduler.js';
import { isSameList } from '../shared/is-same-list.js';
import { once } from '../shared/once.js';
import type { Commits } from '../state/commits.js';
import type { EntityStore } from '../state/entity-store.js';
import { createSource } from '../state/source.js';
import type { View } from '../state/view.js';
import type { Retention } from './retention.js';

/**
 * Which databases are known: an id is known while it is tracked, observed or waited for. It keeps the store, which
 * shows what is known, and the scheduler, which polls it, in step.
 */
export interface KnownIds {
  /** Keeps ids known. @returns a function that untracks them; calling it again does nothing. */
  track(ids: readonly string[]): () => void;
  /** Keeps an id known that was created. */
  adopt(id: string): void;
  /** Ends what `adopt` began, for those of the ids of which it did. */
  disown(ids: readonly string[]): void;
  /**
   * Keeps ids known that were tracked elsewhere, until they are disowned.
   *
   * @param others what else came with them: it is let go of after a while.
   * @returns a function that begins to poll them.
   */
  restore(ids: readonly string[], others: readonly string[]): () => void;
  /** The ids that are tracked, in the order in which they became known. */
  readonly tracked: View<readonly string[]>;
  /** A user asked for an id, known or not. @param isAnswered whether there was an answer */
  visit(id: string, isAnswered: boolean): void;
  /** Somebody subscribes to a view of the id, or nobody does any more. */
  observe(id: string, isObserved: boolean): void;
  /** @returns a function that ends the wait. */
  wait(id: string): () => void;
  /** Nobody is interested in the ids any more. */
  release(ids: readonly string[]): void;
  /** Ends all subscriptions that the store does not end. */
  dispose(): void;
}

export interface KnownIdsParts<R extends object> {
  readonly commits: Commits;
  readonly store: EntityStore<R>;
  readonly scheduler: Scheduler;
  /** Of what has a record. */
  readonly retention: Retention;
  /** Of what has none: all that is known is why. */
  readonly failureRetention: Retention;
}

export function createKnownIds<R extends object>(parts: KnownIdsParts<R>): KnownIds {
  const { commits, store, scheduler, retention, failureRetention } = parts;
  const created = new Set<string>();
  let begin = (): void => {};
  let listed: readonly string[] = [];
  let isListed = true;

  const tracked = createSource(commits, {
    read() {
      if (isListed) return listed;
      const now = store.ids.value.filter((id) => created.has(id) || scheduler.isTracked(id));
      if (!isSameList(listed, now)) listed = Object.freeze(now);
      isListed = true;
      return listed;
    },
  });

  /** Others are told of the change, and may ask, before it is over. */
  function changeTracked(change: () => void): void {
    isListed = false;
    change();
    isListed = false;
    commits.commit(tracked.changed);
  }

  function keep(id: string): void {
    retention.keep(id);
    failureRetention.keep(id);
  }

  function letGo(id: string): void {
    keep(id);
    (store.peek(id).record === undefined ? failureRetention : retention).leave(id);
  }

  function know(ids: readonly string[]): void {
    ids.forEach(keep);
    store.join(ids);
  }

  function track(ids: readonly string[]): void {
    changeTracked(() => {
      know(ids);
      scheduler.track(ids);
    });
  }

  return {
    track(ids) {
      begin();
      track(ids);
      return once(() => changeTracked(() => scheduler.untrack(ids)));
    },
    adopt(id) {
      if (created.has(id)) return;
      created.add(id);
      track([id]);
    },
    disown(ids) {
      begin();
      changeTracked(() => scheduler.untrack(ids.filter((id) => created.delete(id))));
    },
    restore(ids, others) {
      changeTracked(() => {
        for (const id of ids) created.add(id);
        know(ids);
      });
      begin = once(() => {
        scheduler.track(ids);
        for (const id of others) if (!store.isMember(id)) letGo(id);
      });
      return begin;
    },
    tracked: tracked.view,
    visit(id, isAnswered) {
      if (!store.isMember(id)) letGo(id);
      else if (isAnswered) scheduler.confirm(id);
    },
    observe(id, isObserved) {
      if (!isObserved) return scheduler.unobserve(id);
      know([id]);
      scheduler.observe(id);
    },
    wait(id) {
      know([id]);
      scheduler.wait(id);
      return once(() => scheduler.unwait(id));
    },
    release(ids) {
      // First: what is known of an id is at hand while it is a member.
      ids.forEach(letGo);
      store.leave(ids);
    },
    dispose: tracked.complete,
  };
}
