import { createControlClient, createService, type ServiceOptions } from '../../src/service/index.js';

/** Starts a service on loopback, which ends with its block, with a client of its control API. */
export async function startService({ controlToken = 'canary-control-token', ...options }: ServiceOptions) {
  const service = createService({ ...options, controlToken });
  const { url: baseUrl } = await service.listen();
  const control = createControlClient({ baseUrl, token: controlToken });
  /** The ids of the databases of the seed. */
  const ids = (await control.databases.list()).map((record) => String(record['database_id']));
  return { ...service, baseUrl, control, ids, id: ids[0] ?? '' };
}
