import { createFleet, createDatabase } from 'fleetglass';
import { createMemoryService } from 'fleetglass/service/memory';
import { createRequest } from '../support/requests.js';

/** A module worker: serves a fleet from memory, and posts the answers of its three operations. */
const credentials = { username: 'demo', password: 'demo' };
const service = createMemoryService({ credentials, seed: { indices: [{ name: 'products' }] } });
const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
const { database_id: id } = await createDatabase(fleet, createRequest);
const { database_name: database } = await fleet.databases.refresh(id);
const indices = (await fleet.indices.refresh()).map(({ name }) => name);
self.postMessage({ database, indices, hasWindow: 'window' in self });
fleet.dispose();
