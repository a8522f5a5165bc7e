import type { TestProject } from 'vitest/node';
import { createFaceService } from './face-service.js';
import type { Runtime } from './runtime.js';

/** Runs once, before the tests of the public face in Node, or in Deno: that is then told where the service is. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { FACE_RUNTIME: runtime = 'node', FACE_SERVICE_URL: given } = process.env;
  provide('runtime', runtime as Runtime);
  if (given !== undefined) {
    provide('serviceUrl', given);
    return undefined;
  }
  const service = createFaceService();
  const { url } = await service.listen();
  provide('serviceUrl', url);
  return () => service.close();
}
