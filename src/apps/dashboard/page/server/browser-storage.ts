/** What a page can keep texts in. */
export type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Keeps texts as long as the browser lets us: one that is full or forbids it, even to look, keeps them as long as the
 * page is open.
 *
 * @param open gives the browser's storage; it may throw.
 */
export function createBrowserStorage(open: () => KeyValues): KeyValues {
  const own = new Map<string, string>();

  function attempt<T>(use: (storage: KeyValues) => T): T | undefined {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  }

  return {
    getItem: (key) => own.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      own.set(key, value);
      attempt((storage) => {
        storage.setItem(key, value);
        own.delete(key);
      });
    },
    removeItem(key) {
      own.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}
