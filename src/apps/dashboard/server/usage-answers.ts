import type { Clock, Fleet, ResourceKind, UsageEntry, UsageReading } from '../../../index.js';
import { usageSourcesOf } from '../../../index.js';
import { kernelOf } from '../../../core/fleet/kernel.js';
import { usagePart } from '../../../core/limits/usage-part.js';

export type UsageAnswers = ReturnType<typeof createUsageAnswers>;

export const noUsage: UsageAnswers = { since: () => ({ at: 0, readings: [], sources: [] }), history: () => [] };

export type DashboardUsage = ReturnType<UsageAnswers['since']>;

/** Readings that come while an answer is made may have an earlier time. Repeated readings change nothing. */
const OVERLAP_MS = 1000;

/** The most points of all histories in the first answer, and of each history: 3 hours with a point a minute. */
const MAX_POINTS = 50_000;
const MAX_POINTS_EACH = 180;

export function createUsageAnswers(fleet: Fleet, clock: Clock) {
  const ledger = usagePart(kernelOf(fleet, 'createUsageAnswers'));
  return {
    /** @param after the `at` of the last answer, Unix milliseconds. Without it, each reading has its recent history. */
    since(after?: number) {
      const latest = [...ledger.entries()];
      const points = Math.min(MAX_POINTS_EACH, Math.floor(MAX_POINTS / Math.max(1, latest.length)));
      const readings = latest
        .filter(({ at }) => after === undefined || at >= after - OVERLAP_MS)
        .map(({ history = [], ...reading }): UsageEntry => {
          return after === undefined && points > 0 ? { ...reading, history: history.slice(-2 * points) } : reading;
        });
      return { at: clock.now(), readings, sources: usageSourcesOf(fleet).value };
    },
    history(resource: ResourceKind, id: string): readonly UsageEntry[] {
      const readings = Object.entries(ledger.peek(resource, id) ?? {}) as [UsageEntry['field'], UsageReading][];
      return readings.map(([field, reading]) => ({ resource, id, field, ...reading }));
    },
  };
}
