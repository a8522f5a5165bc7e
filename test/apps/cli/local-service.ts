import { afterAll } from 'vitest';
import { createControlClient, createService, type ServiceOptions } from '../../../src/service/index.js';
import { account } from './command.js';

/** Runs a service of the account on loopback for the tests of a file. */
export async function useService(options: Omit<ServiceOptions, 'credentials'> = {}) {
  const service = createService({ credentials: account, controlToken: 'token', ...options });
  afterAll(() => service.close());
  const { url: baseUrl } = await service.listen();
  const control = createControlClient({ baseUrl, token: 'token' });
  return {
    ...service,
    baseUrl,
    control,
    /** The id of the database with this name. */
    async idOf(name: string): Promise<string> {
      const record = (await control.databases.list()).find((each) => each['database_name'] === name);
      return String(record?.['database_id']);
    },
  };
}
