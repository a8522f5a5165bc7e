import type { Commits } from './commits.js';
import type { EntityViews } from './entity-views.js';
import type { Slot } from './slots.js';
import { createSource } from './source.js';

/** The views of all members of a store. */
export interface MemberViews<R extends object> extends Pick<EntityViews<R>, 'all' | 'ids'> {
  /** The record of a member changed. To be called inside a change. */
  recordsChanged(): void;
  /** A member was added or removed. To be called inside a change. */
  memberChanged(hasRecord: boolean): void;
  /** Ends all subscriptions. */
  complete(): void;
}

/**
 * @param freeze applied to each list.
 * @param onObserved called for each view when it gets its first subscriber and when it loses its last subscriber.
 */
export function createMemberViews<R extends object>(
  commits: Commits,
  members: ReadonlyMap<string, Slot<R>>,
  freeze: <T>(value: T) => T,
  onObserved: (isObserved: boolean) => void,
): MemberViews<R> {
  let records: readonly R[] | undefined;
  let ids: readonly string[] | undefined;

  function readRecords(): readonly R[] {
    const found: R[] = [];
    for (const { entry } of members.values()) if (entry.record !== undefined) found.push(entry.record);
    return found;
  }

  const allSource = createSource(commits, { read: () => (records ??= freeze(readRecords())), onWatched: onObserved });
  const idsSource = createSource(commits, {
    read: () => (ids ??= freeze<readonly string[]>([...members.keys()])),
    onWatched: onObserved,
  });

  function recordsChanged(): void {
    records = undefined;
    allSource.changed();
  }

  return {
    all: allSource.view,
    ids: idsSource.view,
    recordsChanged,
    memberChanged(hasRecord) {
      ids = undefined;
      idsSource.changed();
      if (hasRecord) recordsChanged();
    },
    complete() {
      allSource.complete();
      idsSource.complete();
    },
  };
}
