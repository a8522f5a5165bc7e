import type { Persistence } from '../core/fleet/fleet-options.js';
import { asyncDisposeSymbol } from '../core/shared/async-dispose-symbol.js';
import { FleetError } from '../core/shared/fleet-error.js';
import type { StorageEngine } from './engine.js';
import { storageError, StoreLink } from './link.js';

/**
 * Keeps the state of one fleet at a time. Open it before the fleet is made, and close it after the fleet is disposed.
 *
 * @example
 * ```ts
 * await using store = await openDirectory('./state');
 * using fleet = createFleet({ baseUrl, credentials, persistence: store });
 * await fleet.ready;
 * ```
 */
export interface Store extends Persistence, AsyncDisposable {
  /** Deletes everything that is kept. @throws FleetError `in-use` while a fleet uses the store; `storage` */
  clear(): Promise<void>;
  /** Waits for the last save and ends the use of the storage. A second call does nothing. */
  close(): Promise<void>;
}

export function createStore(engine: StorageEngine, onClosed: () => void = () => {}): Store {
  let link: StoreLink | undefined;
  let closing: Promise<void> | undefined;
  /** The last saves of fleets that were disposed, and deletions. The next fleet waits for them. It never rejects. */
  let earlier: Promise<void> = Promise.resolve();

  function refuseUse(): void {
    if (closing !== undefined) throw new FleetError('storage', 'configure', 'the store is closed: open it again');
    if (link !== undefined)
      throw new FleetError('in-use', 'configure', 'a fleet uses the store: dispose of that fleet first');
  }

  async function close(): Promise<void> {
    link?.close();
    await earlier;
    await engine.close();
    onClosed();
  }

  const store: Store = {
    connect(kernel): StoreLink {
      refuseUse();
      const onEnded = (lastSave: Promise<void>): void => {
        link = undefined;
        earlier = lastSave;
      };
      link = new StoreLink({ engine, kernel, after: earlier, onEnded });
      return link;
    },
    async clear() {
      refuseUse();
      const cleared = earlier.then(() => engine.clear());
      earlier = cleared.catch(() => {});
      await cleared.catch((error: Error) => {
        throw storageError(error);
      });
    },
    close: () => (closing ??= close()),
    [asyncDisposeSymbol]: () => store.close(),
  };
  return store;
}
