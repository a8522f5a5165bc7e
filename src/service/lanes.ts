/** Runs the work of each key in sequence, and the work of different keys concurrently. */
export interface Lanes {
  /** Runs `work` when all earlier work of `key` has settled. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Runs `work` when all earlier work of all keys has settled. Later work waits for `work`. */
  runAlone<T>(work: () => Promise<T>): Promise<T>;
}

/** Creates lanes. A key uses memory only while it has work. */
export function createLanes(): Lanes {
  const last = new Map<string, Promise<unknown>>();
  let lastAlone: Promise<unknown> = Promise.resolve();
  return {
    run(key, work) {
      const result = Promise.all([lastAlone, last.get(key)]).then(work);
      const ended: Promise<unknown> = result
        .then(ignore, ignore)
        .then(() => last.get(key) === ended && last.delete(key));
      last.set(key, ended);
      return result;
    },
    runAlone(work) {
      const result = Promise.all([lastAlone, ...last.values()]).then(work);
      lastAlone = result.then(ignore, ignore);
      return result;
    },
  };
}

function ignore(): void {}
