import { expect } from 'vitest';
import { root } from '../docs/root.js';
import { execute } from '../support/execute.js';
import { createPublicApiService } from './public-api-service.js';
import type { Runtime } from './runtime.js';

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.public-api.config.ts'];

/** Runs the tests of the public API with another program, and expects that they pass. The service stays in this process. */
export async function expectPublicApi(runtime: Runtime, [program = '', ...parameters]: readonly string[]) {
  await using service = createPublicApiService();
  const { url } = await service.listen();
  const env = { ...process.env, TEST_RUNTIME: runtime, TEST_SERVICE_URL: url, NO_COLOR: '1' };
  const run = execute(program, [...parameters, ...VITEST], { cwd: root, env, timeout: 240_000 });
  const { stdout } = await run.catch(({ message, stdout: output }: Error & { stdout: string }) => {
    throw new Error(`${message}\n${output}`);
  });
  expect(stdout).toMatch(/Tests +\d+ passed \(\d+\)/);
}
