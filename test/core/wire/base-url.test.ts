import { afterEach, describe, expect, test, vi } from 'vitest';
import { BLOCKED_PORTS, baseUrlProblem, normalizeBaseUrl, normalizePagePath } from '../../../src/core/wire/base-url.js';
import type { FleetError } from '../../../src/core/shared/fleet-error.js';
import { errorOf, failureOf } from '../../support/failure-of.js';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import { echoingFetch } from '../../support/echoing-fetch.js';
import { createRequest } from '../../support/requests.js';

const accepted: [string, string][] = [
  ['https://api.example.com', 'https://api.example.com'],
  ['https://api.example.com/', 'https://api.example.com'],
  ['https://api.example.com/a/b%2Fc//', 'https://api.example.com/a/b%2Fc'],
  ['https://[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
  ['  https://api.example.com\n', 'https://api.example.com'],
  ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ['http://127.255.255.254', 'http://127.255.255.254'],
  ['http://0x7f000001', 'http://127.0.0.1'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
];

const notLoopback = [
  'http://api.example.com',
  'http://api.localhost',
  'http://127.0.0.1.example.com',
  'http://0.0.0.0',
  'http://[::ffff:127.0.0.1]',
  'http://localhost@evil.test',
  'http://evil.test\\@localhost',
];

const others: [unknown, RegExp][] = [
  ['ftp://localhost', /https/],
  ['https://me:secret@api.example.com', /user name/],
  ['https://api.example.com/?x=1', /query/],
  ['https://api.example.com/#x', /fragment/],
  ['https://[::1', /absolute URL/],
  ['https://api.example.com:6667', /^fetch refuses port 6667$/],
  ['http://127.0.0.1:6000', /port/],
  [{ toString: () => 'https://api.example.com' }, /absolute URL/],
];

const refusalOf = (baseUrl: unknown): FleetError => errorOf(() => normalizeBaseUrl(baseUrl as string));

describe('a base URL', () => {
  test.each(accepted)('accepts %j', (given, normal) => {
    expect(normalizeBaseUrl(given)).toBe(normal);
    // A URL of another realm is recognised by its shape.
    for (const url of [new URL(given), { href: given } as URL]) expect(normalizeBaseUrl(url)).toBe(normal);
    expect(baseUrlProblem(given)).toBeUndefined();
  });

  test.each(notLoopback)('refuses %j, which would send the password unencrypted', (given) => {
    expect(refusalOf(given)).toMatchObject({ code: 'invalid-request', operation: 'configure' });
    expect(baseUrlProblem(given)).toMatch(/loopback/);
  });

  test.each(others)('refuses %j', (given, reason) => {
    const error = refusalOf(given);
    expect(error).toMatchObject({ code: 'invalid-request', operation: 'configure' });
    expect(error.issues).toEqual([{ path: 'baseUrl', message: expect.stringMatching(reason) }]);
    expect(baseUrlProblem(given)).toMatch(reason);
  });
});

afterEach(() => vi.unstubAllGlobals());

describe('a path as base URL', () => {
  test.each([
    ['/', ''],
    ['/fleet', '/fleet'],
    ['/fleet//', '/fleet'],
    ['/..//evil.test', '//evil.test'],
    ['/ü b', '/%C3%BC%20b'],
    ['/http://evil.test', '/http://evil.test'],
  ])('accepts %j', (given, normal) => expect(normalizePagePath(given)).toBe(normal));

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
    const none = (): unknown => createManagementClient({ baseUrl: '/fleet', credentials: null as never });
    expect(none).toThrow('configure: credentials: expected an object with username and password');
  });
});

test('the blocked ports are ports that fetch refuses on this platform', async () => {
  // Node 20 does not block port 0 yet, but nothing listens there.
  const [, ...ports] = BLOCKED_PORTS;
  expect(ports).toHaveLength(82);
  const refusal = { cause: { message: 'bad port' } };
  for (const port of ports) await expect(fetch(`https://127.0.0.1:${port}`), `${port}`).rejects.toMatchObject(refusal);
});
