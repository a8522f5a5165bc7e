import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { root } from '../docs/root.js';
import { createPublicApiService } from '../runtimes/public-api-service.js';
import { scaled } from '../support/scale.js';
import { pathOfNode } from './node-binary.js';
import { isRegistryReachable } from './registry.js';
import { versionsOf } from './supported-versions.js';

const execute = promisify(execFile);

const versions = scaled({ short: versionsOf('Node').slice(-1), long: versionsOf('Node') });

const isReachable = await isRegistryReachable('the check of Node versions');

describe.skipIf(!isReachable)('the built package', () => {
  test.each(versions)('passes the tests of its public API on Node %s', async (version) => {
    const node = await pathOfNode(version);
    expect((await execute(node, ['--version'])).stdout).toMatch(new RegExp(`^v${version}\\.`));
    await using service = createPublicApiService();
    const { url } = await service.listen();
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.public-api.config.ts'];
    const env = { ...process.env, TEST_RUNTIME: 'node', TEST_SERVICE_URL: url, NO_COLOR: '1' };
    const { stdout } = await execute(node, vitest, { cwd: root, env });
    expect(stdout).toMatch(/Tests +\d+ passed \(\d+\)/);
  });
});
