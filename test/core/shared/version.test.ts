import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { VERSION } from '../../../src/core/shared/version.js';

test('the version of the core is the version of the package', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  expect(VERSION).toBe(version);
});
