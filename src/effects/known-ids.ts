import type { EntityStore } from '../state/entity-store.js';
import type { Scheduler } from '../polling/scheduler.js';
import { once } from '../shared/once.js';
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
  tracked(): readonly string[];
  /** A user asked for an id, known or not. @param isAnswered whether there was an answer */
  visit(id: string, isAnswered: boolean): void;
  /** Somebody subscribes to a view of the id, or nobody does any more. */
  observe(id: string, isObserved: boolean): void;
  /** @returns a function that ends the wait. */
  wait(id: string): () => void;
  /** Nobody is interested in the ids any more. */
  release(ids: readonly string[]): void;
}

export function createKnownIds<R extends object>(
  store: EntityStore<R>,
  scheduler: Scheduler,
  retention: Retention,
): KnownIds {
  const created = new Set<string>();
  let begin = (): void => {};

  function know(ids: readonly string[]): void {
    for (const id of ids) retention.keep(id);
    store.join(ids);
  }

  return {
    track(ids) {
      begin();
      know(ids);
      scheduler.track(ids);
      return once(() => scheduler.untrack(ids));
    },
    adopt(id) {
      if (created.has(id)) return;
      created.add(id);
      know([id]);
      scheduler.track([id]);
    },
    disown(ids) {
      begin();
      scheduler.untrack(ids.filter((id) => created.delete(id)));
    },
    restore(ids, others) {
      for (const id of ids) created.add(id);
      know(ids);
      begin = once(() => {
        scheduler.track(ids);
        for (const id of others) if (!store.isMember(id)) retention.leave(id);
      });
      return begin;
    },
    tracked: () => store.ids.value.filter((id) => created.has(id) || scheduler.isTracked(id)),
    visit(id, isAnswered) {
      if (!store.isMember(id)) retention.leave(id);
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
      store.leave(ids);
      for (const id of ids) retention.leave(id);
    },
  };
}
