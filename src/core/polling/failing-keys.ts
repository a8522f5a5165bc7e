import { isRefused, type Verdict } from './verdict.js';

/** The keys whose last answer was a failure of one kind: an outage, or a refusal. */
export interface FailingKeys {
  readonly count: number;
  has(key: string): boolean;
  /** Records the verdict of a request. @returns whether the key was failing before. */
  note(key: string, verdict: Verdict): boolean;
  /** To be called when a key is not requested any more. */
  forget(key: string): void;
  clear(): void;
}

/** Bounds the memory: a fleet can retain forever a key that is not requested any more. */
const MAX_KEYS = 10_000;

/** @param isFailure the verdicts that make a key fail. Any other answer of the service ends it */
export function createFailingKeys(isFailure: (verdict: Verdict) => boolean): FailingKeys {
  const failing = new Set<string>();

  return {
    get count() {
      return failing.size;
    },
    has: (key) => failing.has(key),
    note(key, verdict) {
      // Looking up a key hashes it even in an empty set.
      const hadFailed = failing.size > 0 && failing.has(key);
      if (isFailure(verdict)) failing.add(key);
      else if (hadFailed && (verdict === 'alive' || isRefused(verdict))) failing.delete(key);
      if (failing.size > MAX_KEYS) failing.delete(failing.values().next().value as string);
      return hadFailed;
    },
    forget: (key) => void failing.delete(key),
    clear: () => failing.clear(),
  };
}
