import { expect, it, onTestFinished } from 'vitest';
import { readDatabaseRow } from '../../../src/apps/board/row-facts.js';
import { createFleet, reportUsage, upsertDatabase } from '../../../src/index.js';
import { sampleDatabase } from '../../support/sample-database.js';

it('a row of the board judges its limits by the thresholds of the fleet', () => {
  const account = { baseUrl: 'http://localhost', credentials: { username: 'me', password: 'p' } };
  const fleet = createFleet({ ...account, thresholds: { warning: 0.25 } });
  onTestFinished(() => fleet.dispose());
  const { database_id: id } = sampleDatabase;
  upsertDatabase(fleet, sampleDatabase);
  reportUsage(fleet, 'database', id, { db_max_clients: 0.3 * sampleDatabase.db_max_clients });
  expect(readDatabaseRow(fleet, id, undefined, Date.now())).toMatchObject({
    worst: { field: 'db_max_clients', status: 'warning' },
    health: { kind: 'near', about: 'db_max_clients' },
  });
});
