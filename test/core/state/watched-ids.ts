import type { EntityStore } from '../../../src/core/state/entity-store.js';

/** Of which ids somebody subscribes to a view. Members are left out: those are wanted in any case. */
export function watchedIds<R extends object>(store: EntityStore<R>): string[] {
  const found: string[] = [];
  store.updateAll((entry, isWanted) => {
    if (isWanted && !store.isMember(entry.id)) found.push(entry.id);
    return entry;
  });
  return found;
}
