import { describe, expect, test } from 'vitest';
import { expectPublicApi } from '../runtimes/expect-public-api.js';
import { execute } from '../support/execute.js';
import { scaled } from '../support/scale.js';
import { isRegistryReachable, pathOfNode } from './npm.js';
import { versionsOf } from './supported-versions.js';

const versions = scaled({ short: versionsOf('Node').slice(-1), long: versionsOf('Node') });

const isReachable = await isRegistryReachable('the check of Node versions');

describe.skipIf(!isReachable)('the built package', () => {
  test.each(versions)('passes the tests of its public API on Node %s', async (version) => {
    const node = await pathOfNode(version);
    expect((await execute(node, ['--version'])).stdout).toMatch(new RegExp(`^v${version}\\.`));
    await expectPublicApi('node', [node]);
  });
});
