import type { Database } from '../../core/records/database.js';
import { addUsageSources } from '../usage/add-usage-sources.js';
import { isRealDatabase, startTraffic } from './database-traffic.js';
import type { DemoEnvironment } from './demo-environment.js';
import { reportLoad } from './demo-load.js';

export interface LoadOptions {
  readonly shareOf: (id: string) => number;
  /** Whether the usage of a database is simulated, even if the database is real. */
  readonly isSimulated: (id: string) => boolean;
  readonly onNotice: (notice: string) => void;
}

/** Frequent, because the demonstration is short. */
const READ_EVERY_MS = 2000;

/**
 * Gives the resources of the demonstration usage: databases with a redis-server get real traffic, which a usage source
 * reads. The usage of the others is simulated.
 */
export function startLoad(environment: DemoEnvironment, options: LoadOptions): () => void {
  const { fleet, clock } = environment;
  const { shareOf, isSimulated } = options;
  const isReal = (id: string): boolean => !isSimulated(id) && isRealDatabase(fleet.databases.record(id).value);
  const stopReports = reportLoad(fleet, clock, (id) => (isReal(id) ? undefined : shareOf(id)));
  const stopTraffic = startRealLoad(environment, options);
  return () => {
    stopReports();
    stopTraffic();
  };
}

export function startRealLoad({ fleet, clock }: DemoEnvironment, options: LoadOptions): () => void {
  const { shareOf, isSimulated, onNotice } = options;
  let isStopped = false;
  let stopTraffic = (): void => {};

  async function begin(): Promise<void> {
    const isSkipped = (record: Database): boolean => !isRealDatabase(record) || isSimulated(record.database_id);
    await addUsageSources(fleet, { everyMs: READ_EVERY_MS, isSkipped, onNotice });
    if (isStopped) return;
    stopTraffic = await startTraffic(fleet, clock, (id) => (isSimulated(id) ? undefined : shareOf(id)));
    if (isStopped) stopTraffic();
  }

  void begin().catch(() => onNotice('The usage of the databases cannot be read.'));
  return () => {
    isStopped = true;
    stopTraffic();
  };
}
