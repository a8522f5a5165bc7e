import type { Clock } from '../../core/shared/clock.js';

/**
 * The alerts that another member has changed a moment ago. This member may not have the facts yet on which the other one
 * decided, and must not undo the change by older facts.
 */
export type RemoteDecisions = ReturnType<typeof createRemoteDecisions>;

/** The facts of another member arrive within this time. */
const LEAST_MS = 3000;

/** A wall clock that was set back must not hold an alert for ever. */
const MOST_MS = 600_000;

export function createRemoteDecisions(clock: Clock) {
  const decisions = new Map<string, { readonly at: number; readonly atMs: number }>();

  return {
    add(key: string) {
      const now = clock.monotonic();
      for (const [other, { atMs }] of decisions) {
        if (now - atMs < MOST_MS) break;
        decisions.delete(other);
      }
      decisions.delete(key);
      decisions.set(key, { at: clock.now(), atMs: now });
    },
    /**
     * Whether an alert stays as it is.
     *
     * @param evidenceAt when the facts of this member were observed, Unix milliseconds; `undefined` if time alone decides
     */
    isHeld(key: string, evidenceAt: number | undefined) {
      const decision = decisions.get(key);
      if (decision === undefined) return false;
      const ageMs = clock.monotonic() - decision.atMs;
      if (ageMs < LEAST_MS) return true;
      if (evidenceAt !== undefined && evidenceAt <= decision.at && ageMs < MOST_MS) return true;
      decisions.delete(key);
      return false;
    },
  };
}
