export type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Creates a storage that never throws. If the browser's storage is full, or access to it is denied, it keeps texts in memory
 * while the page is open.
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

export const browserStorage = createBrowserStorage(() => localStorage);
