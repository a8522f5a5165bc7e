import { inspectId } from '../wire/identifier.js';
import { issueUnless, refuseIssues } from '../shared/refuse-issues.js';
import { createCell, type Cell } from '../store/cell.js';
import type { View } from '../store/view.js';
import type { Fleet } from './fleet.js';
import { kernelOf, liveKernelOf, type Kernel } from './kernel.js';
import type { UnconfirmedCreate } from './storage.js';

/**
 * Returns the creates whose outcome is not known, oldest first. Each of them rejected with `outcome-unknown` or, with a
 * store, the process ended during it. Look in the console of the service whether the database exists, then call
 * `resolveUnconfirmedCreate`. Each call for a fleet returns the same view.
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

export function unconfirmedPart(kernel: Kernel): UnconfirmedCreates {
  return kernel.part('unconfirmed-creates', (of) => new UnconfirmedCreates(of));
}

export class UnconfirmedCreates {
  readonly #kernel: Kernel;
  readonly #creates: Cell<readonly UnconfirmedCreate[]>;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#creates = createCell(kernel.commits, Object.freeze([]));
    kernel.onDispose(this.#creates.complete);
  }

  get view(): View<readonly UnconfirmedCreate[]> {
    return this.#creates.view;
  }

  /** Adds creates whose keys are new. To be called within a commit. */
  add(creates: readonly UnconfirmedCreate[]): void {
    const fresh = creates.filter(({ key }) => !this.#has(key));
    if (fresh.length === 0) return;
    const all = [...this.view.value, ...fresh].toSorted((one, other) => one.startedAt - other.startedAt);
    this.#creates.set(Object.freeze(all));
  }

  /** Removes a create, and adds the id of its database. @throws FleetError `invalid-request` */
  resolve(key: string, databaseId?: string): void {
    refuseIssues('configure', [
      ...issueUnless(this.#has(key), 'key', 'expected the key of a create in `unconfirmedCreatesOf(fleet)`'),
      ...(databaseId === undefined ? [] : inspectId(databaseId, 'databaseId')),
    ]);
    this.#kernel.commits.commit(() => {
      if (databaseId !== undefined) this.#kernel.known.add([databaseId]);
      this.#creates.set(Object.freeze(this.view.value.filter((create) => create.key !== key)));
      this.#kernel.storage?.forgetCreate(key);
    });
  }

  #has(key: string): boolean {
    return this.view.value.some((create) => create.key === key);
  }
}
