/** Runs as a separate process, which a test kills: a capture to a file. Prints the last use that is in the file. */
import { createFleet, reportUsage, waitFor } from '../../../src/index.js';
import { capture } from '../../../src/notebook/index.js';

const [saveTo = '', first = '0'] = process.argv.slice(2);
const record = { database_id: 'a', state: 'active', rest_token: 'CANARY', password: 'CANARY' };
const fleet = createFleet({
  baseUrl: 'https://example.com',
  credentials: { username: 'demo', password: 'CANARY' },
  fetch: () => Promise.resolve(Response.json(record)),
});
fleet.databases.add(['a']);
await waitFor(fleet, 'a', () => true);
const captured = capture(fleet, { saveTo, everyMs: 100, fields: ['state', 'db_max_clients_used'] });
for (let used = Number(first); ; used++) {
  reportUsage(fleet, 'database', 'a', { db_max_clients: used });
  await captured.flush();
  process.stdout.write(`${used}\n`);
}
