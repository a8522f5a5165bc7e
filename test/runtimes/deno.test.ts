import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findDeno } from './deno-binary.js';
import { createFaceService } from './face-service.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.face.config.ts'];
/** Nothing is fetched, and nothing written: the packages are those that npm installed. */
const flags = ['run', '--allow-all', '--no-lock', '--cached-only', '--node-modules-dir=manual'];

const deno = findDeno();
if (deno === undefined && process.env['CI'] !== undefined) throw new Error('There is no Deno for this platform.');
if (deno === undefined) console.warn('There is no Deno for this platform: its tests are skipped.');

/** Runs the tests of the public face in Deno; the local service stays in this process. */
async function runInDeno(binary: string): Promise<{ exitCode: number; output: string }> {
  await using service = createFaceService();
  const { url } = await service.listen();
  const env = { ...process.env, FACE_RUNTIME: 'deno', FACE_SERVICE_URL: url, NO_COLOR: '1' };
  return await new Promise((resolve) => {
    const child = execFile(binary, [...flags, ...vitest], { cwd: root, env, timeout: 60_000 }, (_error, out, err) =>
      resolve({ exitCode: child.exitCode ?? -1, output: out + err }),
    );
  });
}

test.skipIf(deno === undefined)(
  'the tests of the public face pass in Deno',
  async () => {
    const { exitCode, output } = await runInDeno(deno ?? '');
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/Tests +\d+ passed \(\d+\)/);
  },
  90_000,
);
