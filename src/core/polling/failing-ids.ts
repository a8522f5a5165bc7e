import type { Verdict } from './verdict.js';

/** The ids whose last request failed with the verdict `outage`. */
export interface FailingIds {
  readonly count: number;
  /** Records the verdict of a request. @returns whether the previous request of the same id had failed too. */
  note(key: string, verdict: Verdict): boolean;
  /** To be called when an id is not requested any more. */
  forget(key: string): void;
}

/** Bounds the memory: a fleet can retain forever an id that is not requested any more. */
const MAX_IDS = 10_000;

export function createFailingIds(): FailingIds {
  const failing = new Set<string>();

  return {
    get count() {
      return failing.size;
    },
    note(key, verdict) {
      // Looking up a key hashes it even in an empty set.
      const hadFailed = failing.size > 0 && failing.has(key);
      if (verdict === 'alive' && hadFailed) failing.delete(key);
      else if (verdict === 'outage') failing.add(key);
      if (failing.size > MAX_IDS) failing.delete(failing.values().next().value as string);
      return hadFailed;
    },
    forget: (key) => void failing.delete(key),
  };
}
