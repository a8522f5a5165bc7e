import { inspectId } from '../wire/identifier.js';
import { issueUnless, refuseIssues } from '../shared/refuse-issues.js';
import { createSource } from '../store/source.js';
import type { View } from '../store/view.js';
import type { Fleet } from './fleet.js';
import { kernelOf, liveKernelOf, type Kernel } from './kernel.js';
import type { UnconfirmedCreate } from './storage.js';

/**
 * Returns the creates whose outcome is not known, oldest first: creates that rejected with `outcome-unknown`, and with a
 * store also creates during which the process ended. Look in the console of the service whether the database exists, then
 * call `resolveUnconfirmedCreate`. The same view for the same fleet. Emits at once, then on each change.
 *
 * @throws FleetError `invalid-request` if `fleet` was not returned by `createFleet`
 */
export function unconfirmedCreatesOf(fleet: Fleet): View<readonly UnconfirmedCreate[]> {
  return unconfirmedPart(kernelOf(fleet, 'unconfirmedCreatesOf')).view;
}

/**
 * Removes a create from the view of `unconfirmedCreatesOf`.
 *
 * @param key the `key` of the create
 * @param databaseId adds the id of the database. Leave it out if no database was created.
 * @throws FleetError `invalid-request` for an unknown key or an invalid id; `disposed`
 */
export function resolveUnconfirmedCreate(fleet: Fleet, key: string, databaseId?: string): void {
  unconfirmedPart(liveKernelOf(fleet, 'resolveUnconfirmedCreate')).resolve(key, databaseId);
}

/** The part of a fleet that keeps the creates whose outcome is not known. */
export function unconfirmedPart(kernel: Kernel): UnconfirmedCreates {
  return kernel.part('unconfirmed-creates', createUnconfirmedCreates);
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
}

function createUnconfirmedCreates({ commits, known, onDispose }: Kernel): UnconfirmedCreates {
  const listeners = new Set<(key: string) => void>();
  let creates: readonly UnconfirmedCreate[] = Object.freeze([]);
  const source = createSource(commits, { read: () => creates });
  onDispose(source.complete);

  function replace(next: readonly UnconfirmedCreate[]): void {
    creates = Object.freeze(next);
    source.changed();
  }

  return {
    view: source.view,
    add(added) {
      const fresh = added.filter(({ key }) => creates.every((create) => create.key !== key));
      if (fresh.length > 0) replace([...creates, ...fresh].toSorted((one, other) => one.startedAt - other.startedAt));
    },
    resolve(key, databaseId) {
      const isThere = creates.some((create) => create.key === key);
      refuseIssues('configure', [
        ...issueUnless(isThere, 'key', 'expected the key of a create in `unconfirmedCreatesOf(fleet)`'),
        ...(databaseId === undefined ? [] : inspectId(databaseId, 'databaseId')),
      ]);
      commits.commit(() => {
        if (databaseId !== undefined) known.add([databaseId]);
        replace(creates.filter((create) => create.key !== key));
        for (const listener of listeners) listener(key);
      });
    },
    onResolved(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
