import { identifierProblem } from '../../../../core/wire/identifier.js';

export type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Creates a storage that never throws. If the browser's storage is full or access to it is denied, texts are kept while
 * the page is open.
 */
export function createBrowserStorage(open: () => KeyValues): KeyValues {
  const inMemory = new Map<string, string>();

  function attempt<T>(use: (storage: KeyValues) => T): T | undefined {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  }

  return {
    getItem: (key) => inMemory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      inMemory.set(key, value);
      attempt((storage) => {
        storage.setItem(key, value);
        inMemory.delete(key);
      });
    },
    removeItem(key) {
      inMemory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

/** The ids that were added or created in this browser, for each service. */
export interface RememberedIds {
  readonly ids: readonly string[];
  add(ids: readonly string[]): void;
  remove(ids: readonly string[]): void;
}

/**
 * Stores ids that were added or created in this browser. The API lists no databases, so the page would lose them on
 * reload.
 *
 * @param account identifies the service, and the run of a service that keeps no data between runs.
 */
export function createRememberedIds(storage: KeyValues, account: string): RememberedIds {
  const key = `fleetglass.ids ${account}`;

  function read(): readonly string[] {
    try {
      const ids: unknown = JSON.parse(storage.getItem(key) ?? '[]');
      return Array.isArray(ids) ? ids.filter((id) => identifierProblem(id) === undefined) : [];
    } catch {
      return [];
    }
  }

  function write(ids: readonly string[]): void {
    if (ids.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(ids));
  }

  return {
    get ids() {
      return read();
    },
    // Reads the storage each time, because another tab may have changed it.
    add: (ids) => write([...new Set([...read(), ...ids])]),
    remove: (ids) => write(read().filter((id) => !ids.includes(id))),
  };
}
