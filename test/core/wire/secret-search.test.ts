import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEchoSearch, createSecretSearch, isAmbiguous } from '../../../src/core/wire/secret-search.js';

const credentials = { username: 'owner@canary.test', password: 'cAnArY-pass"w\\rd/%41&<é€>+=9Zq7?ÿ?ÿ' };
const { username, password } = credentials;
const pair = `${username}:${password}`;
const base64 = Buffer.from(pair).toString('base64');

describe('the search for the credentials of the account', () => {
  test.each(Object.entries({ 'the Authorization header': `Basic ${base64}`, 'its Base64': base64, password, pair }))(
    'finds %s, as it is and percent-encoded, anywhere in a text',
    (_, secret) => {
      const isEcho = createEchoSearch(credentials);
      for (const spelled of [secret, encodeURIComponent(secret), secret.replace(/=+$/, '')])
        for (const text of [spelled, `a ${spelled} b`, `x-${spelled}-y`]) expect(isEcho(text)).toBe(true);
    },
  );

  test.each(['', 'active', username, 'us1-merry-cat-32748.example.io', '50% & more \\ é', 'x'.repeat(10_000)])(
    'ignores a text without them: %s',
    (text) => expect(createEchoSearch(credentials)(text)).toBe(false),
  );

  test.each(['demo:demo', 'redis://demo:demo@host', 'demo%3Ademo', 'Basic ZGVtbzpkZW1v'])(
    'finds a short password beside its user name: %s',
    (text) => expect(createEchoSearch({ username: 'demo', password: 'demo' })(text)).toBe(true),
  );

  test.each(['demo', 'a demo', 'demo-demo', 'name: demo'])('ignores a short password alone: %s', (text) =>
    expect(createEchoSearch({ username: 'demo', password: 'demo' })(text)).toBe(false),
  );

  test.each([
    ['hunter2-x', true],
    ['pass!word', true],
    ['a1b2c3d4', true],
    ['production', false],
    ['eu-west-main', false],
    ['20240101', false],
    ['a-long-production-word', true],
    ['2024-01-01-12-00-00', true],
  ])('counts the password %s, which is no plain word below 16 characters: %s', (word, isFound) => {
    expect(createEchoSearch({ username: 'u', password: word })(`${word}-4 ${word}`)).toBe(isFound);
  });

  test('finds a user name without a password, which is a key, but no e-mail address', () => {
    expect(createEchoSearch({ username: 'sk_live_0123456789ab', password: '' })('key sk_live_0123456789ab')).toBe(true);
    const isKey = (username: string): boolean => createEchoSearch({ username, password: '' })(`key ${username}`);
    expect(['fifteen-letters', 'sixteen--letters'].map(isKey)).toEqual([false, true]);
    const isEcho = createEchoSearch({ username: 'somebody@example.com', password: '' });
    expect(isEcho('from somebody@example.com: hello')).toBe(false);
    expect(isEcho(btoa('somebody@example.com:'))).toBe(true);
  });
});

test('the search for secrets finds each of them with any text around it, and ignores those that are too short', () => {
  const long = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 });
  fc.assert(
    fc.property(fc.string(), long, fc.string(), (before, secret, after) => {
      const isSecret = createSecretSearch(['pw', 'another one', secret]);
      expect(isSecret(before + secret + after)).toBe(true);
      expect(isSecret(before + encodeURIComponent(secret) + after)).toBe(true);
    }),
  );
  expect(createSecretSearch(['pw', ''])('pw')).toBe(false);
  const isLone = createSecretSearch(['lone \ud800 surrogate']);
  const texts = ['a lone \ud800 surrogate', 'a-lone%20%EF%BF%BD%20surrogate', 'undefined'];
  expect(texts.map(isLone)).toEqual([true, true, false]);
});

test.each([
  ['', true],
  ['a1b2c3!', true],
  ['a1b2c3d!', false],
  ['fifteen-letters', true],
  ['sixteen--letters', false],
])('isAmbiguous of %j is %s', (secret, expected) => expect(isAmbiguous(secret)).toBe(expected));
