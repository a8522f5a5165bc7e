import { expect, test, vi } from 'vitest';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import type { Fetch } from '../../../src/core/wire/transport.js';
import { failureOf } from '../../support/failure-of.js';
import { hostile, named, revoked } from '../../support/hostile-values.js';

const refused: unknown[] = [
  '',
  '.',
  '..',
  'a/b',
  '\\',
  'a\r\nHost: evil.test',
  '\0',
  '\ud800',
  'x'.repeat(257),
  '\u007F',
  undefined,
  null,
  5,
  Symbol('x'),
  ['db-1'],
  { toString: () => 'a' },
  () => 'a',
  hostile,
  revoked,
];

test.each(named(refused))('an id that is %s is refused, and nothing is sent', async (_, give) => {
  const fetch = vi.fn<Fetch>();
  const credentials = vi.fn<() => { username: string; password: string }>();
  const client = createManagementClient({ baseUrl: 'https://api.test', fetch, credentials });
  const error = await failureOf(client.getDatabase(give() as string));
  expect(error).toMatchObject({ code: 'invalid-request', operation: 'get-database' });
  expect(error.issues?.map(({ path }) => path)).toEqual(['id']);
  expect(fetch).not.toHaveBeenCalled();
  expect(credentials).not.toHaveBeenCalled();
});
