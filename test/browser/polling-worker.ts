import { createFleet } from 'fleetglass';

/** A module worker: polls the database with the posted id, and posts each of its names. */
const fleet = createFleet({ baseUrl: '/proxy', polling: { cadence: () => 20, perSecond: 1000 } });
self.addEventListener('message', ({ data: id }: MessageEvent<string>) => {
  const names = fleet.databases.field(id, 'database_name');
  names.subscribe((name) => self.postMessage({ name, hasWindow: 'window' in self }));
});
