import type { Database } from '../../api/database.js';
import type { ManagementClient } from '../../api/management-client.js';
import type { Clock } from '../../shared/clock.js';

/** How to watch a database. */
export interface WatchOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Hears of the first answer and of each change of `modifying_state`, with the time since the start. */
  readonly onChange: (database: Database, elapsedMs: number) => void;
}

const INTERVAL_MS = 200;
const LONGEST_MS = 20_000;

/**
 * Reads a database again and again until no change of it is in progress (`modifying_state`).
 *
 * @throws Error when that takes longer than 20 s; FleetError
 */
export async function watchUntilAtRest(client: ManagementClient, id: string, options: WatchOptions): Promise<Database> {
  const { clock, signal, onChange } = options;
  const start = clock.monotonic();
  let database = await client.getDatabase(id, { signal });
  onChange(database, 0);
  while (database.modifying_state) {
    if (clock.monotonic() - start > LONGEST_MS) throw new Error('the database did not come to rest within 20 s');
    await pause(clock, INTERVAL_MS);
    const previous = database;
    database = await client.getDatabase(id, { signal, previous });
    if (database.modifying_state !== previous.modifying_state) onChange(database, clock.monotonic() - start);
  }
  return database;
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.schedule(resolve, ms));
}
