import type { Readable } from '../../../../bindings/react/index.js';
import type { ResourceKind } from '../../../../core/shared/resource-kind.js';
import { hydrate, type Clock, type Fleet, type UsageEntry, type UsageSourceStatus } from '../../../../index.js';
import { createWritable } from '../shell/writable.js';
import { follow } from './follow.js';

interface UsageAnswer {
  readonly at: number;
  readonly readings: readonly UsageEntry[];
  readonly sources: readonly UsageSourceStatus[];
}

const MIN_INTERVAL_MS = 2000;
const MAX_INTERVAL_MS = 30_000;

/** All readings of 1,000 rows take 60 kB. */
const MS_PER_ROW = 10;

const BATCH_SIZE = 500;

/** A longer time without an answer, such as of a hidden page, would leave a gap in the histories. */
const LONGEST_WITHOUT_MS = 120_000;

export function followUsage(fleet: Fleet, clock: Clock) {
  const sources = createWritable<readonly UsageSourceStatus[] | undefined>(undefined);
  /** When the server made the last answer, and when it came, Unix milliseconds. */
  let [after, takenAt] = [0, -Infinity];

  async function restore(readings: readonly UsageEntry[]): Promise<void> {
    for (let first = 0; first < readings.length; first += BATCH_SIZE) {
      const usage = readings.slice(first, first + BATCH_SIZE);
      hydrate(fleet, { format: 1, added: [], databases: [], indices: [], usage });
      await new Promise<void>((resolve) => void clock.schedule(resolve, 0));
    }
  }

  const { stop } = follow({
    clock,
    path: () => (clock.now() - takenAt > LONGEST_WITHOUT_MS ? 'usage' : `usage?after=${after}`),
    async take(answer) {
      const { at, readings, sources: listed } = answer as UsageAnswer;
      await restore(readings);
      [after, takenAt] = [at, clock.now()];
      sources.set(listed);
    },
    intervalMs() {
      const rows = fleet.databases.tracked.value.length + fleet.indices.all.value.length;
      return Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, MS_PER_ROW * rows));
    },
  });
  return {
    /** The sources of the server, none if it reads no usage; `undefined` before its first answer. */
    sources: sources as Readable<typeof sources.value>,
    stop,
    /** Adds the history of the last day of one resource. Never rejects. */
    async loadHistory(resource: ResourceKind, id: string): Promise<void> {
      try {
        const response = await fetch(`usage/${resource}/${encodeURIComponent(id)}`);
        if (response.ok) await restore((await response.json()) as readonly UsageEntry[]);
      } catch {
        // The charts begin with the readings from now on.
      }
    },
  };
}
