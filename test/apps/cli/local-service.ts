import { afterAll } from 'vitest';
import type { ServiceOptions } from '../../../src/service/index.js';
import { startService } from '../../support/start-service.js';
import { account } from './command.js';

/** Runs a service of the account for the tests of a file. */
export async function useService(options: Omit<ServiceOptions, 'credentials'> = {}) {
  const service = await startService({ credentials: account, ...options });
  afterAll(() => service.close());
  return service;
}
