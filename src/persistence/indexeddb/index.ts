import { FleetError } from '../../core/shared/fleet-error.js';
import { custom, isName } from '../../core/shared/option-schemas.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { claimPlace } from '../claim-place.js';
import { createStore, type Store } from '../store.js';
import { IndexedDBEngine } from './indexeddb-engine.js';
import { openDatabase, refusal } from './open-database.js';
import { TabLock } from './tab-lock.js';

export type { Store } from '../store.js';

/** The options of {@link openIndexedDB}. */
export interface IndexedDBOptions {
  /**
   * Names the store: one name for each user and account, such as `acme:user-17`, of 1 to 256 characters. Stores of
   * different names never mix. All pages of the same origin that use the same name share the store.
   */
  readonly name: string;
}

/**
 * Opens a store in the browser's IndexedDB, through the package `idb`. Several tabs can open the same name: one of them
 * is the leader, which saves everything. The others are followers: they save added and removed ids and creates at once,
 * and one of them becomes the leader when the leader closes. `fleet.storage` shows the role.
 *
 * The browser may delete the data of a site that is rarely visited, unless the page calls `navigator.storage.persist()`.
 * The store does not call it, because some browsers then ask the user.
 *
 * @throws FleetError `invalid-request`; `in-use` if this tab has opened the name already; `storage` if the browser has
 *   no IndexedDB or no Web Locks or blocks them, or if a newer version of fleetglass has written the database
 * @example
 * ```ts
 * await using store = await openIndexedDB({ name: `acme:${user.id}` });
 * using fleet = createFleet({ baseUrl: '/fleet', persistence: store });
 * await fleet.ready;
 * ```
 */
export async function openIndexedDB(options: IndexedDBOptions): Promise<Store> {
  const expected = 'a text of 1 to 256 characters without control characters: one name for each user';
  const { name: given } = checkOptions('configure', { name: custom<string>(isName, expected) }, options);
  const name = `fleetglass:${given}`;
  const release = claimPlace([name]);
  if (release === undefined) {
    const message = `the store ${name} is open in this tab already: close it first, or use the same store`;
    throw new FleetError('in-use', 'configure', message);
  }
  try {
    const opened = await openDatabase(name);
    const lock = await TabLock.take(name).catch((error: unknown) => {
      opened.database.close();
      throw refusal(name, error);
    });
    return createStore(new IndexedDBEngine(opened, lock), release);
  } catch (error) {
    release();
    throw error;
  }
}
