import type { Fleet } from '../../core/fleet/fleet.js';
import type { Clock } from '../../core/shared/clock.js';
import { describeHealth, type HealthNouns } from '../../format/describe-health.js';
import { readRow, selectRows } from './row-facts.js';

/** Describes the health of a whole fleet in words. */
export interface FleetHealth {
  /**
   * @param isDown whether the service answers no request
   * @param isLoading whether records that are absent are still awaited
   */
  describe(isDown: boolean, isLoading: boolean): string;
}

/** The rows of a large fleet are read at most once in this time. */
const LARGE_EVERY_MS = 1000;
const LARGE = 500;

export function createFleetHealth(fleet: Fleet, clock: Clock): FleetHealth {
  let last: { readonly atMs: number; readonly isDown: boolean; readonly words: string } | undefined;
  return {
    describe(isDown, isLoading) {
      const rows = selectRows(fleet);
      const atMs = clock.monotonic();
      const isRecent = last !== undefined && last.isDown === isDown && atMs - last.atMs < LARGE_EVERY_MS;
      if (last === undefined || rows.length <= LARGE || !isRecent) {
        const facts = rows.map((row) => readRow(fleet, row, isDown, clock.now()));
        const isUsageKnown = facts.some(({ worst }) => worst !== undefined);
        const all = facts.map(({ health }) => health);
        const clauses = describeHealth({ all, nouns: nounsOf(fleet), isUsageKnown, isLoading });
        last = { atMs, isDown, words: clauses.map(({ text }) => text).join(', ') };
      }
      return last.words;
    },
  };
}

function nounsOf({ databases, indices }: Fleet): HealthNouns {
  const [hasDatabases, hasIndices] = [databases.tracked.value.length > 0, indices.all.value.length > 0];
  if (!hasIndices) return { one: 'database', many: 'databases', withoutUsage: 'active' };
  if (!hasDatabases) return { one: 'vector index', many: 'vector indices', withoutUsage: 'available' };
  return { one: 'database or index', many: 'databases and indices', withoutUsage: 'active' };
}
