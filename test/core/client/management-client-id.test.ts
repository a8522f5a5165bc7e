import { describe, expect, test, vi } from 'vitest';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import type { Fetch } from '../../../src/core/wire/transport.js';
import { failureOf } from '../../support/failure-of.js';
import { named } from '../../support/hostile-values.js';
import { httpAnswer, startWireServer } from '../../support/wire-server.js';

describe('an id', () => {
  test.each(['a b', 'a?credentials=show', 'a#b', '%2e%2e', '...', 'http:', 'a@b', '日本', '😀', '"', 'x'.repeat(256)])(
    'of %j is one segment of the path, and no more',
    async (id) => {
      await using server = await startWireServer((wire) =>
        wire.send(httpAnswer(200, JSON.stringify({ database_id: id }))),
      );
      const record = await createManagementClient({ baseUrl: `${server.url}/pre` }).getDatabase(id);
      expect(record.database_id).toBe(id);
      expect(server.requests[0]?.target).toBe(`/pre/v2/redis/database/${encodeURIComponent(id)}?credentials=hide`);
    },
  );

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
    undefined,
    ['db-1'],
  ];

  test.each(named(refused))('that is %s is refused, and nothing is sent', async (_, give) => {
    const fetch = vi.fn<Fetch>();
    const credentials = vi.fn<() => { username: string; password: string }>();
    const client = createManagementClient({ baseUrl: 'https://api.test', fetch, credentials });
    const error = await failureOf(client.getDatabase(give() as string));
    expect(error).toMatchObject({ code: 'invalid-request', operation: 'get-database' });
    expect(error.issues?.map(({ path }) => path)).toEqual(['id']);
    expect(fetch).not.toHaveBeenCalled();
    expect(credentials).not.toHaveBeenCalled();
  });
});
