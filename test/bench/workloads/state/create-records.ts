import type { Database } from '../../../../src/core/records/database.js';
import { sampleDatabase } from '../../../support/sample-database.js';

/** Creates the records of a fleet. Each is parsed separately, as in a fleet, so they share no objects. */
export function createRecords(count: number): readonly Database[] {
  return Array.from({ length: count }, (_, at) =>
    parsed({
      ...sampleDatabase,
      database_id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      db_max_clients: 1000 + (at % 100),
    }),
  );
}

export function parsed(record: Database): Database {
  return JSON.parse(JSON.stringify(record));
}
