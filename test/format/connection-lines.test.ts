import { describe, expect, it } from 'vitest';
import { databaseLines, describeTls, indexLines, isShortHostName } from '../../src/format/connection-lines.js';

const texts = (lines: readonly { readonly text: string }[]) => lines.map(({ text }) => text);

describe('databaseLines', () => {
  // Without TLS, a record that does not say whether there is TLS would send the password in plain text.
  it.each([
    [true, 'redis-cli --tls', 'rediss'],
    [undefined, 'redis-cli --tls', 'rediss'],
    [false, 'redis-cli', 'redis'],
  ])('returns a command and a URL without the password; if `tls` is %j, the command is %s', (tls, command, scheme) => {
    expect(texts(databaseLines({ endpoint: 'orders.example.com', port: 6379, tls }))).toEqual([
      `${command} -h orders.example.com -p 6379 --askpass`,
      `${scheme}://default:<password>@orders.example.com:6379`,
    ]);
  });

  it.each([
    [{ endpoint: '$(reboot)', port: 6379 }],
    [{ endpoint: '-rf', port: 6379 }],
    [{ endpoint: 'a b', port: 6379 }],
    [{ endpoint: 'host', port: '6379' }],
    [{ endpoint: null, port: 6379 }],
    [{}],
  ])('returns no line for %j', (fields) => {
    expect(databaseLines(fields)).toEqual([]);
  });
});

describe('indexLines', () => {
  it('returns a request for the state of the index, with a placeholder for the token', () => {
    expect(texts(indexLines('catalogue.example.com'))).toEqual([
      'curl https://catalogue.example.com/info -H "Authorization: Bearer $TOKEN"',
      'https://catalogue.example.com',
    ]);
    expect(texts(indexLines('http://127.0.0.1:4870/vector/')).at(1)).toBe('http://127.0.0.1:4870/vector');
  });

  it('returns no line for an endpoint that is not a host', () => {
    expect(indexLines('a;reboot')).toEqual([]);
    expect(indexLines(undefined)).toEqual([]);
  });
});

it.each([
  ['beloved-stallion-58500', true],
  ['orders.example.com', false],
  ['localhost', false],
  [7, false],
])('isShortHostName of %j is %j', (endpoint, expected) => {
  expect(isShortHostName(endpoint)).toBe(expected);
});

it.each([
  [true, 'On'],
  [false, 'Off'],
  [undefined, 'not sent'],
  ['yes\u202E', '"yes\\u202e"'],
])('describeTls describes %j as %s', (tls, expected) => {
  expect(describeTls(tls)).toBe(expected);
});
