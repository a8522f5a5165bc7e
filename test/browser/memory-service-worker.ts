import { createFleet, createDatabase } from 'fleetglass';
import { createMemoryService } from 'fleetglass/service/memory';

/** A module worker: serves a fleet from memory, and posts the answers of its three operations. */
const credentials = { username: 'demo', password: 'demo' };
const service = createMemoryService({ credentials, seed: { indices: [{ name: 'products' }] } });
const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
const { database_id: id } = await createDatabase(fleet, {
  database_name: 'sessions',
  platform: 'aws',
  primary_region: 'eu-west-1',
});
const { database_name: database } = await fleet.databases.refresh(id);
const indices = (await fleet.indices.refresh()).map(({ name }) => name);
self.postMessage({ database, indices, hasWindow: 'window' in self });
fleet.dispose();
