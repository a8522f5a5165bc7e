import type { TestProject } from 'vitest/node';
import { createPublicApiService } from './public-api-service.js';
import type { Runtime } from './runtime.js';

/** Runs once before the tests of the public API. Starts a local service, unless the environment names one. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { TEST_RUNTIME: runtime = 'node', TEST_SERVICE_URL: given } = process.env;
  provide('runtime', runtime as Runtime);
  if (given !== undefined) {
    provide('serviceUrl', given);
    return undefined;
  }
  const service = createPublicApiService();
  const { url } = await service.listen();
  provide('serviceUrl', url);
  return () => service.close();
}
