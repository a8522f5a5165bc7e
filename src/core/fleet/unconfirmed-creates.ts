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
  const kernel = liveKernelOf(fleet, 'resolveUnconfirmedCreate');
  const creates = unconfirmedPart(kernel);
  refuseIssues('configure', [
    ...issueUnless(hasKey(creates, key), 'key', 'expected the key of a create in `unconfirmedCreatesOf(fleet)`'),
    ...(databaseId === undefined ? [] : inspectId(databaseId, 'databaseId')),
  ]);
  kernel.commits.commit(() => {
    if (databaseId !== undefined) kernel.known.add([databaseId]);
    creates.set(Object.freeze(creates.view.value.filter((create) => create.key !== key)));
    kernel.storage?.forgetCreate(key);
  });
}

/** Adds a create, unless there is one with its key. To be called within a commit. */
export function addUnconfirmedCreate(kernel: Kernel, create: UnconfirmedCreate): void {
  const creates = unconfirmedPart(kernel);
  if (hasKey(creates, create.key)) return;
  const all = [...creates.view.value, create].toSorted((one, other) => one.startedAt - other.startedAt);
  creates.set(Object.freeze(all));
}

type Creates = Cell<readonly UnconfirmedCreate[]>;

function unconfirmedPart(kernel: Kernel): Creates {
  return kernel.part<Creates>('unconfirmed-creates', ({ commits }) => createCell(commits, Object.freeze([])));
}

function hasKey({ view }: Creates, key: string): boolean {
  return view.value.some((create) => create.key === key);
}
