import { createFleet } from 'fleetglass';
import { createControlClient, createService } from 'fleetglass/service';

/** Makes a service with one database, named `orders`, and a fleet that has its record. */
export async function createTestFleet() {
  const credentials = { username: 'demo', password: 'demo' };
  const orders = { database_name: 'orders', platform: 'aws', primary_region: 'eu-west-1' } as const;
  const service = createService({ credentials, controlToken: 'let-me-in', seed: { databases: [orders] } });
  const control = createControlClient({ baseUrl: 'http://localhost', token: 'let-me-in', fetch: service.fetch });
  const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
  const [database] = await control.databases.list();
  const id = String(database?.['database_id']);
  fleet.databases.add(id);
  await fleet.databases.refresh(id);

  async function end(): Promise<void> {
    fleet.dispose();
    await service.close();
  }
  return { fleet, id, control, end };
}
