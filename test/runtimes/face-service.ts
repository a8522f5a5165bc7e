import { createService, type Service } from '../../src/service/index.js';
import { serviceAccess } from './service-access.js';

/** The local service that the public face is tested with, in each runtime one of its own. */
export function createFaceService(): Service {
  return createService({
    ...serviceAccess,
    seed: { indices: [{ id: 'articles-1', name: 'articles', dimension_count: 384 }] },
    lifecycle: { creatingMs: 100, updatingMs: 50 },
  });
}
