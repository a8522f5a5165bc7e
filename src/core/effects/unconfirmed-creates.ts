import type { CreateDatabaseRequest } from '../api/create-database.js';
import { inspectId } from '../api/identifier.js';
import { issueUnless, refuseIssues } from '../api/refuse-issues.js';
import type { Commits } from '../state/commits.js';
import { createSource } from '../state/source.js';
import type { View } from '../state/view.js';

/** A create that was sent, or was about to be sent, and whose outcome is not known: its database may exist. */
export interface UnconfirmedCreate {
  /** Identifies the create in `resolveUnconfirmed`. */
  readonly key: string;
  /** The request as it was given to `create`. */
  readonly request: CreateDatabaseRequest;
  /** When the create began, Unix milliseconds. */
  readonly startedAt: number;
}

/** The creates of a fleet whose outcome is not known, oldest first. */
export interface UnconfirmedCreates {
  readonly view: View<readonly UnconfirmedCreate[]>;
  /** To be called within a commit. A key that is there already stays as it is. */
  add(creates: readonly UnconfirmedCreate[]): void;
  /**
   * Removes a create, and adds the id of its database, if there is one.
   *
   * @throws FleetError `invalid-request`
   */
  resolve(key: string, databaseId?: string): void;
  /** Calls `listener` within each commit that removes a create. @returns a function that ends this */
  onResolved(listener: (key: string) => void): () => void;
  /** Ends all subscriptions. */
  dispose(): void;
}

/** @param addId adds an id to the fleet, within a commit. */
export function createUnconfirmedCreates(commits: Commits, addId: (id: string) => void): UnconfirmedCreates {
  const listeners = new Set<(key: string) => void>();
  let creates: readonly UnconfirmedCreate[] = Object.freeze([]);
  const source = createSource(commits, { read: () => creates });

  function put(next: readonly UnconfirmedCreate[]): void {
    creates = Object.freeze(next);
    source.changed();
  }

  return {
    view: source.view,
    add(added) {
      const fresh = added.filter(({ key }) => creates.every((create) => create.key !== key));
      if (fresh.length > 0) put([...creates, ...fresh].toSorted((one, other) => one.startedAt - other.startedAt));
    },
    resolve(key, databaseId) {
      const isThere = creates.some((create) => create.key === key);
      refuseIssues('configure', [
        ...issueUnless(isThere, 'key', 'expected the key of a create in `unconfirmed`'),
        ...(databaseId === undefined ? [] : inspectId(databaseId, 'databaseId')),
      ]);
      commits.commit(() => {
        if (databaseId !== undefined) addId(databaseId);
        put(creates.filter((create) => create.key !== key));
        for (const listener of listeners) listener(key);
      });
    },
    onResolved(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispose: source.complete,
  };
}
