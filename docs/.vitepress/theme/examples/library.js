import { atRest, createDatabase, createFleet, limitsOf, reportUsage, waitFor } from 'fleetglass';
import { createMemoryService } from 'fleetglass/service/memory';

// Stands in for the hosted service.
const credentials = { username: 'demo', password: 'demo' };
const service = createMemoryService({ credentials });
const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });

const { database_id: id, db_max_clients: most } = await createDatabase(fleet, {
  database_name: 'sessions',
  platform: 'aws',
  primary_region: 'eu-west-1',
});
const activity = fleet.databases.select(id, (database) => database?.modifying_state || 'at rest');
activity.subscribe((text) => console.log(text));
await waitFor(fleet, id, atRest); // the fleet polls; you wait

reportUsage(fleet, 'database', id, { db_max_clients: 0.9 * most });
const [connections] = limitsOf(fleet, 'database', id).value;
console.log(connections.name, connections.used, 'of', connections.limit, connections.status);

fleet.dispose();
await service.close();
