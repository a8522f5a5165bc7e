import { describe, expect, test } from 'vitest';
import { baseUrlProblem, normalizeBaseUrl } from '../../../src/core/wire/base-url.js';
import type { FleetError } from '../../../src/core/shared/fleet-error.js';
import { errorOf } from '../../support/failure-of.js';

const accepted: [string, string][] = [
  ['https://api.example.com', 'https://api.example.com'],
  ['https://api.example.com/', 'https://api.example.com'],
  ['https://api.example.com/a/../b/./', 'https://api.example.com/b'],
  ['https://api.example.com/ü', 'https://api.example.com/%C3%BC'],
  ['https://api.example.com:8443/x', 'https://api.example.com:8443/x'],
  ['https://api.example.com.', 'https://api.example.com.'],
  ['https://[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ['  https://api.example.com\n', 'https://api.example.com'],
  ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ['http://127.255.255.254', 'http://127.255.255.254'],
  ['http://127.0.0.1.', 'http://127.0.0.1'],
  ['http://0x7f000001', 'http://127.0.0.1'],
  ['http://%31%32%37.0.0.1', 'http://127.0.0.1'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
];

const notLoopback = [
  'http://api.example.com',
  'http://localhost.example.com',
  'http://api.localhost',
  'http://127.0.0.1.example.com',
  'http://0.0.0.0',
  'http://10.0.0.1',
  'http://[::ffff:127.0.0.1]',
  'http://localhost@evil.test',
  'http://evil.test\\@localhost',
  'http://evil.test#@localhost',
];

const others: [unknown, RegExp][] = [
  ['ftp://localhost', /https/],
  ['javascript:alert(1)', /https/],
  ['https://me:secret@api.example.com', /user name/],
  ['https://api.example.com/?x=1', /query/],
  ['https://api.example.com/#x', /fragment/],
  ['https://[::1', /absolute URL/],
  ['api.example.com', /absolute URL/],
  ['', /absolute URL/],
  ['https://api.example.com:6667', /^fetch refuses port 6667$/],
  ['http://127.0.0.1:6000', /port/],
  [undefined, /absolute URL/],
  [['https://api.example.com'], /absolute URL/],
  [{ toString: () => 'https://api.example.com' }, /absolute URL/],
];

const refusalOf = (baseUrl: unknown): FleetError => errorOf(() => normalizeBaseUrl(baseUrl as string));

describe('a base URL', () => {
  test.each(accepted)('accepts %j', (given, normal) => {
    expect(normalizeBaseUrl(given)).toBe(normal);
    expect(normalizeBaseUrl(new URL(given))).toBe(normal);
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

  test('accepts a URL of another realm', () => {
    expect(normalizeBaseUrl({ href: 'https://api.example.com/x' } as URL)).toBe('https://api.example.com/x');
  });
});
