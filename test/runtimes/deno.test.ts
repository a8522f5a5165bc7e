import { test } from 'vitest';
import { expectPublicApi } from './expect-public-api.js';
import { findDeno } from './find-deno.js';

const deno = findDeno();

test.skipIf(deno === undefined)(
  'the tests of the public API pass in Deno',
  async () => expectPublicApi('deno', deno ?? []),
  300_000,
);
