import { createService, type Service } from '../../src/service/index.js';
import { serviceAccess } from './service-access.js';

/** Creates the local service that tests the public API. Each runtime has its own service. */
export function createPublicApiService(): Service {
  return createService({
    ...serviceAccess,
    seed: { indices: [{ id: 'articles-1', name: 'articles', dimension_count: 384 }] },
    lifecycle: { creatingMs: 100, updatingMs: 50 },
  });
}
