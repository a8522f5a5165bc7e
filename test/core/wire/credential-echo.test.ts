import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEchoSearch } from '../../../src/core/wire/credential-echo.js';
import { maskSecrets } from '../../../src/core/records/mask-credentials.js';

const credentials = { username: 'owner@canary.test', password: 'cAnArY-pass"w\\rd/%41&<é€>+=9Zq7?ÿ?ÿ' };
const { username, password } = credentials;
const pair = `${username}:${password}`;
const base64 = Buffer.from(pair).toString('base64');

const asciiJson = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^ -~]|[<>&+]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const spellings: Record<string, (secret: string) => string> = {
  'as it is': (secret) => secret,
  'in upper case': (secret) => secret.toUpperCase(),
  'in lower case': (secret) => secret.toLowerCase(),
  'as JSON': (secret) => JSON.stringify({ secret }),
  'as JSON in JSON': (secret) => JSON.stringify(JSON.stringify({ secret })),
  'as JSON of ASCII, as Go, PHP and Python write it': asciiJson,
  'as JSON with escaped slashes': (secret) => JSON.stringify(secret).replaceAll('/', '\\/'),
  'as a literal of Python': (secret) => secret.replace(/[\u0080-\u00ff]/g, (c) => `\\x${c.charCodeAt(0).toString(16)}`),
  'in a URL': encodeURIComponent,
  'in a URL, in lower case': (secret) => encodeURIComponent(secret).toLowerCase(),
  'in a URL, twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'in a form': (secret) => new URLSearchParams({ secret }).toString(),
  'in HTML': (secret) => secret.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`),
  'broken over lines': (secret) => secret.replace(/(.{8})/gu, '$1\r\n'),
  'with its UTF-8 read as Latin-1': (secret) => Buffer.from(secret).toString('latin1'),
  'with its UTF-8 read as Windows-1252': (secret) =>
    new TextDecoder('windows-1252').decode(Uint8Array.from(Buffer.from(secret))),
  'with its Latin-1 read as UTF-8': (secret) => Buffer.from(secret, 'latin1').toString('utf8'),
  'with question marks for what is not ASCII': (secret) => secret.replace(/[^ -~]/g, '?'),
};

const secrets: Record<string, string> = {
  'the Authorization header': `Basic ${base64}`,
  'its Base64': base64,
  'its Base64 without padding': base64.replace(/=+$/, ''),
  'its URL-safe Base64': Buffer.from(pair).toString('base64url'),
  'the pair': pair,
  'the password': password,
  'the Base64 of the password': Buffer.from(password).toString('base64'),
  'the URL-safe Base64 of the password': Buffer.from(password).toString('base64url'),
  'the Base64 of another user with the password': Buffer.from(`default:${password}`).toString('base64'),
  'the Base64 of a text with the password': Buffer.from(`{"key":"${password}"}`).toString('base64'),
  'the hexadecimal digits of the password': Buffer.from(password).toString('hex'),
};

describe.each(Object.entries(secrets))('%s', (_, secret) => {
  test.each(Object.entries(spellings))('is found %s', (__, spell) => {
    const mentions = createEchoSearch(credentials);
    for (const text of [spell(secret), `a ${spell(secret)} b`, `x-${spell(secret)}-y`]) {
      expect(mentions(text)).toBe(true);
      expect(maskSecrets({ text }, mentions, [])).toEqual({ text: '[redacted]' });
    }
  });
});

test('is found at any position', () => {
  const part = fc.string({ minLength: 3, maxLength: 40 }).map((text) => text.replace(/[:\p{C}]/gu, 'x'));
  fc.assert(
    fc.property(part, part, fc.string(), fc.string(), (username, password, before, after) => {
      const mentions = createEchoSearch({ username: `${username}-user`, password });
      const pair = `${username}-user:${password}`;
      expect(mentions(before + pair + after)).toBe(true);
      expect(mentions(before + Buffer.from(pair).toString('base64') + after)).toBe(true);
    }),
  );
});

describe('a short password', () => {
  const mentions = createEchoSearch({ username: 'demo', password: 'demo' });

  test.each(['demo:demo', 'DEMO:demo', 'redis://demo:demo@host', 'demo%3Ademo', 'Basic ZGVtbzpkZW1v', 'zgvtbzpkzw1v'])(
    'counts with the user name, and encoded with it: %s',
    (text) => expect(mentions(text)).toBe(true),
  );

  test.each(['demo', 'a demo', 'demo-demo', 'demo.example.com', 'name: demo'])(
    'counts as an ordinary word: %s',
    (text) => expect(mentions(text)).toBe(false),
  );

  test('of one character is not found in a timestamp', () => {
    const mentions = createEchoSearch({ username: '1', password: '2' });
    expect(mentions('2026-01-01T01:23:45Z')).toBe(false);
    expect(mentions('user 1:2')).toBe(true);
  });
});

describe('a password of 8 to 15 characters', () => {
  test.each(['hunter2-x', 'pass!word', 'a1b2c3d4'])('is searched for if it is not a word: %s', (password) => {
    expect(createEchoSearch({ username: 'u', password })(`is ${password.toUpperCase()}!`)).toBe(true);
  });

  test.each(['production', 'eu-west-main', '20240101', '2024-01-01'])(
    'is not searched for if it is a word: %s',
    (word) => {
      expect(createEchoSearch({ username: 'u', password: word })(`${word}-4 ${word}`)).toBe(false);
    },
  );
});

describe('without a password', () => {
  test('the user name is searched for as the key', () => {
    const mentions = createEchoSearch({ username: 'sk_live_0123456789ab', password: '' });
    expect(mentions('key SK_LIVE_0123456789AB')).toBe(true);
  });

  test('an e-mail address is not searched for', () => {
    const mentions = createEchoSearch({ username: 'somebody@example.com', password: '' });
    expect(mentions('somebody@example.com')).toBe(false);
    expect(mentions(btoa('somebody@example.com:'))).toBe(true);
  });
});

test.each(['', 'active', 'owner@canary.test', 'us1-merry-cat-32748.example.io', '50% & more \\ é', 'x'.repeat(10_000)])(
  'a text without the credentials stays: %s',
  (text) => {
    const mentions = createEchoSearch(credentials);
    expect(mentions(text)).toBe(false);
    expect(maskSecrets({ text }, mentions, [])).toEqual({ text });
  },
);
