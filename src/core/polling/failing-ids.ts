import type { Verdict } from './verdict.js';

/** The ids whose last request failed as in an outage. */
export interface FailingIds {
  /** Notes how a request of an id ended. @returns whether the one before had failed as well */
  note(key: string, verdict: Verdict): boolean;
}

/** Ids that nobody asks for any more are not told from others, and what fails for good must not fill the memory. */
const MOST = 10_000;

/** Makes a record in which none has failed yet. */
export function createFailingIds(): FailingIds {
  const failing = new Set<string>();

  return {
    note(key, verdict) {
      // To look for a key among none is to hash it all the same.
      const hadFailed = failing.size > 0 && failing.has(key);
      if (verdict === 'alive' && hadFailed) failing.delete(key);
      else if (verdict === 'outage') failing.add(key);
      if (failing.size > MOST) failing.delete(failing.values().next().value as string);
      return hadFailed;
    },
  };
}
