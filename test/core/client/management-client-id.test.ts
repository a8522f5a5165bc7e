import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import type { Fetch } from '../../../src/core/wire/transport.js';
import { echoingFetch } from '../../support/echoing-fetch.js';
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
    '/',
    'a/b',
    '../vector/index',
    '\\',
    'a\\..',
    'https://evil.test/',
    'a\r\nHost: evil.test',
    '\0',
    '\u007f',
    '\u0085',
    '\ud800',
    'x'.repeat(257),
    undefined,
    null,
    7,
    ['db-1'],
    { toString: () => 'db-1' },
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

  test('is refused, or is exactly one segment below the base URL, for any input', async () => {
    const anyId = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'f', '?', '#', ':', '@', '\t') }),
      fc.webUrl(),
    );
    await fc.assert(
      fc.asyncProperty(anyId, async (id) => {
        const fetch = echoingFetch();
        const client = createManagementClient({ baseUrl: 'https://api.test/pre', fetch });
        const [result] = await Promise.allSettled([client.getDatabase(id)]);
        expect(fetch).toHaveBeenCalledTimes(result.status === 'rejected' ? 0 : 1);
        if (fetch.mock.calls.length === 0) return;
        const url = new URL(String(fetch.mock.calls[0]?.[0]));
        const segments = url.pathname.split('/');
        expect(url.origin).toBe('https://api.test');
        expect(segments.slice(0, -1)).toEqual(['', 'pre', 'v2', 'redis', 'database']);
        expect(decodeURIComponent(segments.at(-1) ?? '')).toBe(id);
        expect([url.search, url.hash, url.username]).toEqual(['?credentials=hide', '', '']);
      }),
      { numRuns: 500 },
    );
  });
});
