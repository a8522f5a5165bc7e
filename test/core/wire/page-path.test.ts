import { afterEach, describe, expect, test, vi } from 'vitest';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import { normalizePagePath } from '../../../src/core/wire/base-url.js';
import { echoingFetch } from '../../support/echoing-fetch.js';
import { failureOf } from '../../support/failure-of.js';
import { createRequest } from '../../support/requests.js';

afterEach(() => vi.unstubAllGlobals());

describe('a path as base URL', () => {
  test.each([
    ['/', ''],
    ['/fleet', '/fleet'],
    ['/fleet//', '/fleet'],
    ['/a/../b/./c', '/b/c'],
    ['/..//evil.test', '//evil.test'],
    ['/ü b', '/%C3%BC%20b'],
    ['/http://evil.test', '/http://evil.test'],
  ])('accepts %j', (given, normal) => {
    expect(normalizePagePath(given)).toBe(normal);
  });

  test.each(['fleet', './fleet', '', '//evil.test', '/\\evil.test', '/\t/evil.test', '/a\\b', '/a?b', '/a#b', 7, null])(
    'refuses %j',
    (given) => {
      expect(normalizePagePath(given)).toBeUndefined();
      expect(() => createManagementClient({ baseUrl: given as string })).toThrow(/baseUrl: expected an absolute URL/);
    },
  );

  test.each(['https://app.test', 'http://intranet.test:8080'])(
    'is resolved against the origin %s of the page',
    async (origin) => {
      const fetch = echoingFetch();
      const client = createManagementClient({ baseUrl: '/fleet/', fetch });
      vi.stubGlobal('location', { origin, href: `${origin}/deep/page?x` });
      await client.getDatabase('db-1');
      await createManagementClient({ baseUrl: '/', fetch }).getDatabase('db-1');
      expect(fetch.mock.calls.map(([url]) => url)).toEqual([
        `${origin}/fleet/v2/redis/database/db-1?credentials=hide`,
        `${origin}/v2/redis/database/db-1?credentials=hide`,
      ]);
    },
  );

  test.each([undefined, {}, { origin: 'null', href: 'file:///page.html' }])(
    'is refused where the page is %j, before anything is sent',
    async (location) => {
      vi.stubGlobal('location', location);
      const fetch = echoingFetch();
      const client = createManagementClient({ baseUrl: '/fleet', fetch });
      const error = await failureOf(client.createDatabase(createRequest));
      expect(error).toMatchObject({ code: 'invalid-request', operation: 'create-database' });
      expect(error.issues).toEqual([{ path: 'baseUrl', message: expect.stringContaining('expected an absolute URL') }]);
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  test('refuses credentials, which the proxy adds', () => {
    const credentials = { username: 'me', password: 'canary' };
    for (const given of [credentials, () => credentials]) {
      const make = (): unknown => createManagementClient({ baseUrl: '/fleet', credentials: given });
      expect(make).toThrow(/baseUrl: must be an absolute URL if there are credentials/);
      expect(make).not.toThrow(/canary/);
    }
  });
});
