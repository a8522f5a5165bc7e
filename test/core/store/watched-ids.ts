import type { EntityStore } from '../../../src/core/store/entity-store.js';

/** The ids whose views have subscribers, without members, which are always wanted. */
export function watchedIds<R extends object>(store: EntityStore<R>): string[] {
  const found: string[] = [];
  store.updateAll((entry, isWanted) => {
    if (isWanted && !store.isMember(entry.id)) found.push(entry.id);
    return entry;
  });
  return found;
}
