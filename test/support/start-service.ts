import { createControlClient, createService, type ServiceOptions } from '../../src/service/index.js';

const controlToken = 'canary-control-token';

/** Starts a service on loopback, which ends with its block, with a client of its control API. */
export async function startService(options: Omit<ServiceOptions, 'controlToken'>) {
  const service = createService({ ...options, controlToken });
  const { url: baseUrl } = await service.listen();
  const control = createControlClient({ baseUrl, token: controlToken });
  /** The ids of the databases of the seed. */
  const ids = (await control.databases.list()).map((record) => String(record['database_id']));
  return { ...service, baseUrl, control, ids, id: ids[0] ?? '' };
}
