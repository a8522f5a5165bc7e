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

  it('returns no line for an endpoint that is not a host, or a port that is not a number', () => {
    const wrong = ['$(reboot)', '-rf', 'a b', null].map((endpoint) => ({ endpoint, port: 6379 }));
    expect([...wrong, { endpoint: 'host', port: '6379' }, {}].flatMap(databaseLines)).toEqual([]);
  });
});

it('indexLines returns a request with a placeholder for the token, and none for an endpoint that is not a host', () => {
  expect(texts(indexLines('catalogue.example.com'))).toEqual([
    'curl https://catalogue.example.com/info -H "Authorization: Bearer $TOKEN"',
    'https://catalogue.example.com',
  ]);
  expect(texts(indexLines('http://127.0.0.1:4870/vector/')).at(1)).toBe('http://127.0.0.1:4870/vector');
  expect(['a;reboot', undefined].flatMap(indexLines)).toEqual([]);
});

it('isShortHostName recognizes a name without a domain, except localhost', () => {
  const endpoints = ['beloved-stallion-58500', 'orders.example.com', 'localhost', 7];
  expect(endpoints.map(isShortHostName)).toEqual([true, false, false, false]);
});

it('describeTls shows whether TLS is on, and any other value without characters that a terminal interprets', () => {
  expect([true, false, undefined, 'yes\u202E'].map(describeTls)).toEqual(['On', 'Off', 'not sent', '"yes\\u202e"']);
});
