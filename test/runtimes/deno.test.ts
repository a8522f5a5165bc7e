import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '../docs/root.js';
import { createPublicApiService } from './public-api-service.js';
import { findDeno } from './find-deno.js';

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.public-api.config.ts'];

const deno = findDeno();

/** Runs the tests of the public API in Deno; the local service stays in this process. */
async function runInDeno([binary = '', ...parameters]: readonly string[]): Promise<{
  exitCode: number;
  output: string;
}> {
  await using service = createPublicApiService();
  const { url } = await service.listen();
  const env = { ...process.env, TEST_RUNTIME: 'deno', TEST_SERVICE_URL: url, NO_COLOR: '1' };
  return await new Promise((resolve) => {
    const options = { cwd: root, env, timeout: 240_000 };
    const child = execFile(binary, [...parameters, ...vitest], options, (_error, out, err) =>
      resolve({ exitCode: child.exitCode ?? -1, output: out + err }),
    );
  });
}

test.skipIf(deno === undefined)(
  'the tests of the public API pass in Deno',
  async () => {
    const { exitCode, output } = await runInDeno(deno ?? []);
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/Tests +\d+ passed \(\d+\)/);
  },
  300_000,
);
