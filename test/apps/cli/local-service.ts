import { afterAll, beforeAll } from 'vitest';
import {
  createControlClient,
  createService,
  type ControlClient,
  type Service,
  type ServiceOptions,
} from '../../../src/service/index.js';
import { account } from './command.js';

/** A service of the account on loopback. */
interface LocalService extends Service {
  readonly baseUrl: string;
  readonly control: ControlClient;
  /** The id of the database with this name. */
  idOf(name: string): Promise<string>;
}

/** Runs a service for the tests of a file. It has an address when they run. */
export function useService(options: Omit<ServiceOptions, 'credentials'> = {}): LocalService {
  const service = createService({ credentials: account, controlToken: 'token', ...options });
  let baseUrl = '';
  beforeAll(async () => {
    ({ url: baseUrl } = await service.listen());
  });
  afterAll(() => service.close());
  const local: LocalService = {
    ...service,
    get baseUrl() {
      return baseUrl;
    },
    get control() {
      return createControlClient({ baseUrl, token: 'token' });
    },
    async idOf(name) {
      const record = (await local.control.databases.list()).find((each) => each['database_name'] === name);
      return String(record?.['database_id']);
    },
  };
  return local;
}
