/** Runs the tasks of each key in sequence, and the tasks of different keys concurrently. */
export interface KeyedLock {
  /** Runs `task` when all earlier tasks of `key` have ended. */
  withLock<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Runs `task` when all earlier tasks of all keys have ended. Later tasks wait for `task`. */
  withGlobalLock<T>(task: () => Promise<T>): Promise<T>;
}

/** Creates a keyed lock. A key uses memory only while it has tasks. */
export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<unknown>>();
  let lastGlobal: Promise<unknown> = Promise.resolve();
  return {
    withLock(key, task) {
      const result = Promise.all([lastGlobal, last.get(key)]).then(task);
      const ended: Promise<unknown> = result
        .then(ignore, ignore)
        .then(() => last.get(key) === ended && last.delete(key));
      last.set(key, ended);
      return result;
    },
    withGlobalLock(task) {
      const result = Promise.all([lastGlobal, ...last.values()]).then(task);
      lastGlobal = result.then(ignore, ignore);
      return result;
    },
  };
}

function ignore(): void {}
