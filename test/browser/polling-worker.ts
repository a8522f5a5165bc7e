import { createFleet } from 'fleetglass';

/** Run as a module worker: polls the database whose id it is sent, and posts each of its names. */
const fleet = createFleet({ baseUrl: '/proxy', polling: { cadence: () => 20, perSecond: 1000 } });
self.addEventListener('message', ({ data: id }: MessageEvent<string>) => {
  const names = fleet.databases.field(id, 'database_name');
  names.subscribe((name) => self.postMessage({ name, hasWindow: 'window' in self }));
});
