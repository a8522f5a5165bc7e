/* The types of the service in memory. Nothing runs here: see `public-api.ts`. */
import { createFleet } from '../../src/index.js';
import { createService, type Service } from '../../src/service/index.js';
import { createMemoryService, type MemoryService } from '../../src/service/memory.js';

const credentials = { username: 'me', password: 'secret' };

export function servesAFleetAndAClient(): void {
  const service = createMemoryService({ credentials, seed: { indices: [{ name: 'products' }] }, strict: true });
  void createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
  void (service.fetch(new URL('http://localhost')) satisfies Promise<Response>);
}

export function refusesWhatNeedsNode(): void {
  // @ts-expect-error a service in memory has no directory
  createMemoryService({ credentials, directory: 'kept' });
  // @ts-expect-error a service in memory has no redis-server
  createMemoryService({ credentials, redis: 'auto' });
  // @ts-expect-error credentials are required
  createMemoryService({});
  // @ts-expect-error a service in memory does not listen
  void createMemoryService({ credentials }).listen();
}

export function isReplacedByTheWholeService(): MemoryService {
  createMemoryService({ credentials }) satisfies MemoryService;
  // @ts-expect-error a service in memory is not the whole service
  createMemoryService({ credentials }) satisfies Service;
  return createService({ credentials });
}
