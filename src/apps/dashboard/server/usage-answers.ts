import type { Clock, Fleet, ResourceKind, UsageEntry, UsageReading } from '../../../index.js';
import { usageOf, usageSourcesOf } from '../../../index.js';

export type UsageAnswers = ReturnType<typeof createUsageAnswers>;

export type DashboardUsage = ReturnType<UsageAnswers['since']>;

/** Readings that come while an answer is made may have an earlier time. Repeated readings change nothing. */
const OVERLAP_MS = 1000;

/** The most points of all histories in the first answer, and of each history: 3 hours with a point a minute. */
const MAX_POINTS = 50_000;
const MAX_POINTS_EACH = 180;

export function createUsageAnswers(fleet: Fleet, clock: Clock) {
  const { databases, indices } = fleet;

  function entriesOf(resource: ResourceKind, id: string, points: number): readonly UsageEntry[] {
    const sample = (usageOf(fleet, resource, id).value ?? {}) as Readonly<Record<string, UsageReading>>;
    return Object.entries(sample).map(([field, { history = [], ...reading }]) => ({
      resource,
      id,
      field: field as UsageEntry['field'],
      ...reading,
      ...(points > 0 && { history: history.slice(-2 * points) }),
    }));
  }

  function allEntries(points: number): readonly UsageEntry[] {
    return [
      ...databases.tracked.value.flatMap((id) => entriesOf('database', id, points)),
      ...indices.all.value.flatMap(({ id }) => entriesOf('index', id, points)),
    ];
  }

  return {
    /**
     * Returns the readings that came after a time, and the state of the sources.
     *
     * @param after the `at` of the last answer, Unix milliseconds. Without it, each reading has its recent history.
     */
    since(after?: number) {
      const at = clock.now();
      const latest = allEntries(0);
      const points = Math.min(MAX_POINTS_EACH, Math.floor(MAX_POINTS / Math.max(1, latest.length)));
      const readings =
        after === undefined ? allEntries(points) : latest.filter((reading) => reading.at >= after - OVERLAP_MS);
      return { at, readings, sources: usageSourcesOf(fleet).value };
    },
    history: (resource: ResourceKind, id: string) => entriesOf(resource, id, Infinity),
  };
}
