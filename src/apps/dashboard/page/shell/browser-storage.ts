export type KeyValues = Pick<Storage, 'getItem' | 'setItem'>;

/** Creates a storage that never throws. If the browser's storage is full, or access to it is denied, it keeps nothing. */
export function createBrowserStorage(open: () => KeyValues): KeyValues {
  function attempt<T>(use: (storage: KeyValues) => T): T | undefined {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  }

  return {
    getItem: (key) => attempt((storage) => storage.getItem(key)) ?? null,
    setItem: (key, value) => attempt((storage) => storage.setItem(key, value)),
  };
}

export const browserStorage = createBrowserStorage(() => localStorage);
