import type { Database } from '../../../src/core/records/database.js';
import { createFleet, type Fleet } from '../../../src/core/fleet/fleet.js';
import { hydrate } from '../../../src/core/fleet/snapshot.js';

/** A fleet as users create it, which knows these records and gets no answers. */
export function openWholeFleet(records: readonly Database[]): Fleet {
  const confirmedAt = Date.now();
  const fleet = createFleet({
    baseUrl: 'https://localhost',
    credentials: { username: 'bench', password: 'bench' },
    fetch: () => new Promise<Response>(() => {}),
  });
  hydrate(fleet, {
    format: 1,
    added: records.map(({ database_id }) => database_id),
    databases: records.map((record) => ({ id: record.database_id, status: 'fresh', record, confirmedAt })),
    indices: [],
    usage: [],
  });
  return fleet;
}
