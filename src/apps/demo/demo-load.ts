import { reportUsage, type Database, type DatabaseLimit, type IndexLimit, type IndexRecord } from '../../index.js';
import { repeat } from '../terminal/stopping.js';
import { addUsageSources } from '../usage/add-usage-sources.js';
import type { DemoEnvironment } from './demo-environment.js';

const WAVE_MS = 90_000;
const CLIMB_MS = 45_000;

/** Returns the simulated share of a resource that existed at the start: a slow wave. @param id shifts the wave */
export function waveAt(elapsedMs: number, id: string): number {
  const sum = [...id].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  const phase = (sum % 100) / 100;
  return 0.2 + 0.5 * phase + 0.12 * Math.sin(2 * Math.PI * (elapsedMs / WAVE_MS + phase));
}

/** Returns the simulated share of a new database: it climbs beyond the limits, drops, and climbs again. */
export function climbAt(elapsedMs: number): number {
  return 0.1 + 0.95 * ((elapsedMs % CLIMB_MS) / CLIMB_MS);
}

/** Returns the usage of a database at a share of its limits. An inactive database has no clients and no commands. */
export function databaseLoad(record: Database, share: number): { readonly [Name in DatabaseLimit]?: number } {
  const live = record.state === 'active' ? share : 0;
  return {
    db_max_clients: of(record.db_max_clients, 0.7 * live),
    db_memory_threshold: of(record.db_memory_threshold, share),
    db_disk_threshold: of(record.db_disk_threshold, 0.5 * share),
    db_max_commands_per_second: of(record.db_max_commands_per_second, 0.85 * live),
  };
}

/** Returns the usage of an index at a share of its limits. The number of its vectors comes from the index itself. */
function indexLoad(record: IndexRecord, share: number): { readonly [Name in IndexLimit]?: number } {
  return {
    max_query_per_second: of(record.max_query_per_second, 0.8 * share),
    max_total_metadata_size: of(record.max_total_metadata_size, 0.6 * share),
  };
}

function of(limit: number, share: number): number {
  return Number.isFinite(limit) && limit > 0 ? Math.round(limit * share) : 0;
}

const INTERVAL_MS = 1000;

/** The source of simulated readings. Displays mark a reading as simulated if its source begins with `simulated`. */
export const SIMULATED = { source: 'simulated by the demonstration' };

/** Frequent, because the demonstration is short. */
const READ_EVERY_MS = 2000;

/** Reports simulated usage for the resources of the demonstration. The number of vectors is read from each index. */
export function startLoad(
  { fleet, clock }: Pick<DemoEnvironment, 'fleet' | 'clock'>,
  shareOf: (id: string) => number | undefined,
  onNotice: (notice: string) => void,
): () => void {
  const report = (): void => {
    for (const record of fleet.databases.all.value) {
      const { database_id: id } = record;
      const share = shareOf(id);
      if (share !== undefined) reportUsage(fleet, 'database', id, databaseLoad(record, share), SIMULATED);
    }
    for (const record of fleet.indices.all.value) {
      const share = shareOf(record.id);
      if (share !== undefined) reportUsage(fleet, 'index', record.id, indexLoad(record, share), SIMULATED);
    }
  };
  report();
  void addUsageSources(fleet, { redis: false, everyMs: READ_EVERY_MS, onNotice }).catch(() =>
    onNotice('The number of vectors cannot be read.'),
  );
  return repeat(clock, INTERVAL_MS, report);
}
