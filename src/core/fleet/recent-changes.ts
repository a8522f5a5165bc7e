import type { Database } from '../records/database.js';
import type { EntityStore } from '../store/entity-store.js';
import type { Entry } from '../store/entry.js';

/** The time in which a change is recent. */
const RECENT_MS = 86_400_000;

/** A database that changes all the time must not take more memory. */
const MAX_CHANGES = 32;

/** Counts the changes that a fleet has seen of each database. Made for a cadence of the user alone: it takes memory. */
export class RecentChanges {
  /** By id, oldest first. A database that never changed takes no memory. */
  readonly #times = new Map<string, number[]>();

  constructor(databases: EntityStore<Database>, now: () => number) {
    databases.onChange((id, before, after) => {
      if (after.status === 'unknown') this.#times.delete(id);
      else if (isChange(before, after))
        this.#times.set(id, [...(this.#times.get(id) ?? []), now()].slice(-MAX_CHANGES));
    });
  }

  count(id: string, now: number): number {
    return this.#times.get(id)?.filter((at) => now - at < RECENT_MS).length ?? 0;
  }
}

/** The first record of a database is no change. A database that is deleted, or comes back, has changed. */
function isChange(before: Entry<Database>, after: Entry<Database>): boolean {
  if (before.record === undefined) return false;
  return before.record !== after.record || (before.status === 'missing') !== (after.status === 'missing');
}
