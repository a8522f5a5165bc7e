import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { mentionsSecret } from '../../../src/core/wire/mentions-secret.js';
import { redact } from '../../../src/core/wire/redact.js';
import { slow } from '../../support/slow.js';

const secret = 'hunter2-"canary"\\%2f';

describe('a text that contains a given secret', () => {
  test.each([
    secret,
    `bad password ${secret}!`,
    `x${secret}x`,
    secret.toUpperCase(),
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    JSON.stringify(secret),
    JSON.stringify(JSON.stringify(secret)),
    'hunter2-&quot;canary&quot;\\%2f',
    'hunter2-&#34;canary&#x22;\\%2f',
    'hunter2-\\u0022canary\\u0022\\\\%2f',
    'hunter2-"ca\u00adnary"\\%2f',
    'hunter2-"ca\nnary"\\%2f',
  ])('is redacted: %j', (text) => {
    expect(redact(text, ['another one', secret])).toBe('[redacted]');
  });

  test('is redacted for a secret without letters', () => {
    const symbols = '"/\\"!"\\"?';
    for (const text of [symbols, `x${symbols}y`, JSON.stringify(symbols), encodeURIComponent(symbols)]) {
      expect(redact(text, [symbols])).toBe('[redacted]');
    }
  });

  test.each<[string, (text: string) => string]>([
    ['as UTF-8 read as Latin-1', (text) => Buffer.from(text).toString('latin1')],
    [
      'as UTF-8 read as Windows-1252',
      (text) => new TextDecoder('windows-1252').decode(Uint8Array.from(Buffer.from(text))),
    ],
    ['as Latin-1 read as UTF-8', (text) => Buffer.from(text, 'latin1').toString()],
    ['as Latin-1 in a URL', escape],
  ])('is redacted %s', (_, spell) => {
    expect(redact(`bad password ${spell('müller-straße-früh')}!`, ['müller-straße-früh'])).toBe('[redacted]');
  });

  test('is redacted for a secret without ASCII letters, as UTF-8 read as Latin-1 or Windows-1252', () => {
    const cyrillic = 'пароль-счёта';
    const bytes = Uint8Array.from(Buffer.from(cyrillic));
    for (const text of [Buffer.from(bytes).toString('latin1'), new TextDecoder('windows-1252').decode(bytes)])
      expect(redact(`bad password ${text}!`, [cyrillic])).toBe('[redacted]');
  });

  test('is redacted also after invalid escapes', () => {
    expect(redact('&#x110000; &#9999999; %ff%fe \\ud800 &#; %4 \\', [secret])).toBe(
      '&#x110000; &#9999999; %ff%fe \\ud800 &#; %4 \\',
    );
    expect(redact(`&#x110000; %ff ${encodeURIComponent(secret)}`, [secret])).toBe('[redacted]');
  });

  test('is redacted for a secret at any distance from the start', () => {
    expect(redact(`${'word '.repeat(20_000)}${secret}`, [secret])).toBe('[redacted]');
  });

  test('is redacted with any text around the secret', slow, () => {
    // Credentials have no control characters.
    const long = fc.string({ unit: 'binary', minLength: 8, maxLength: 40 }).filter((text) => !/\p{Cc}/u.test(text));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), long, fc.string({ unit: 'binary' }), (before, middle, after) => {
        expect(redact(before + middle + after, [middle])).toBe('[redacted]');
        expect(redact(JSON.stringify(before + middle + after), [middle])).toBe('[redacted]');
      }),
    );
  });

  test('is redacted for a secret in URL escapes', () => {
    const long = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 });
    fc.assert(
      fc.property(long, (text) => {
        expect(mentionsSecret(`see ${encodeURIComponent(text)}`, [text])).toBe(true);
      }),
    );
  });
});

describe('a short secret', () => {
  test.each(['p', 'pw', 'pass', 'secret!', 'é'])(
    'leaves nothing of any text, since it may be in any word: %j',
    (short) => {
      for (const text of [short, `no ${short}`, `sur${short}rise`, 'no such plan'])
        expect(redact(text, ['a longer secret', short])).toBe('');
    },
  );

  test.each(['p', 'pw', 'pass', 'secret!', 'é'])('is found as a separate word, not inside a word: %j', (short) => {
    for (const text of [short, `no ${short}`, `"${short}"`, `x:${short}@y`, encodeURIComponent(` ${short} `)])
      expect(mentionsSecret(text, [short])).toBe(true);
    expect(mentionsSecret(`sur${short}rise`, [short])).toBe(false);
  });

  test('that is empty is ignored', () => {
    expect(redact('no such plan - none', [''])).toBe('no such plan - none');
  });
});

describe('a secret that was not passed', () => {
  const token = 'ABkFMGNhbmFyeS0xMjM0NTY3ODkw';

  test.each([
    [`Basic ${token}`, '[redacted]'],
    ['bearer   short', '[redacted]'],
    ['needs Basic dXNlcjpw now', 'needs [redacted] now'],
    ['password=x y z', '[redacted]'],
    ['bad "token": "x y", port 5', 'bad "[redacted]'],
    ["its api-key 'x'", 'its [redacted]'],
    ['db_password : x', 'db_[redacted]'],
    ['client_secret=x', 'client_[redacted]'],
    ['redis://default:x@host:1', 'redis:[redacted]host:1'],
    [`no index ${token}`, 'no index [redacted]'],
    [`no index ${token}/${token}==`, 'no index [redacted]'],
    ['id 7c1fa0ca-d409-4ca7-a27f-b3b1f5e0cafe is taken', 'id [redacted] is taken'],
  ])('is removed from %j', (text, shown) => {
    expect(redact(text, [])).toBe(shown);
  });

  test('is not shown in part if the searched text ends inside it', () => {
    // The text before it shrinks so much that the end of the searched text is shown.
    const before = `${`${'a1'.repeat(50)} `.repeat(9)}${'x'.repeat(79)} `;
    for (let length = 0; length < 16; length++) {
      expect(redact(before + 'x '.repeat(length / 2) + token, [])).not.toContain(token.slice(0, 4));
    }
  });

  test.each([
    'database_name: missing, expected string; platform: expected ("aws" | "gcp")',
    'expected "ap-northeast-1", "fixed_100gb" or "europe-west1"',
    'the token has expired',
    'wrong user name or password',
    'wait until 2026-01-01T00:00:00Z',
    'at most 8024278031528736858 commands',
    'db_max_commands_per_second may not be set',
    'write to help@example.com',
  ])('is not found in a text without the secret: %j', (text) => {
    expect(redact(text, ['hunter2-canary'])).toBe(text);
  });
});

describe('the redacted text', () => {
  test('contains no control characters and no invisible characters', () => {
    expect(redact(' a\r\nb\tc\u0000d\u001b[31me\u202ef\u200bg\u2028h\ud800 ', [])).toBe('a b c d [31mefg h');
  });

  test('is cut to 200 characters, with an ellipsis', () => {
    expect(redact('é'.repeat(200), [])).toBe('é'.repeat(200));
    expect(redact('é'.repeat(201), [])).toBe(`${'é'.repeat(199)}…`);
    expect(redact('😀'.repeat(300), [])).toBe(`${'😀'.repeat(199)}…`);
  });

  test('is printable, well-formed and at most 200 characters for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 2000, size: 'max' }),
        fc.array(fc.string()),
        (text, secrets) => {
          const shown = redact(text, secrets);
          expect([...shown].length).toBeLessThanOrEqual(200);
          expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        },
      ),
    );
  });
});

describe('the work', () => {
  afterEach(() => vi.restoreAllMocks());

  const size = 64 * 1024;
  const hostile = [
    'a',
    'a1',
    'token',
    'token ',
    'token="',
    'basic ',
    'basic  ',
    '//',
    '/',
    ' ',
    '%',
    '%4',
    '%41',
    '\\',
    '\\u',
    '&#',
    '@',
    '"',
    '-',
    '\u200b',
    '\n',
  ];

  test.each(hostile)('on 64 KiB of %j takes linear time', slow, (piece) => {
    const searched: { source: string; length: number }[] = [];
    const exec = RegExp.prototype.exec;
    vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
      searched.push({ source: this.source, length: text.length });
      return exec.call(this, text);
    });
    redact(piece.repeat(size / piece.length), [secret]);
    mentionsSecret(piece.repeat(size / piece.length), [secret, 'pw']);
    vi.restoreAllMocks();

    expect(searched.length).toBeGreaterThan(0);
    // The engine never backtracks into a repetition at the end of a pattern. It may backtrack into others, at each
    // position.
    const mayGoBack = /(?:[+*]|\{\d+,\})(?!\)?$)/;
    const slow = searched.filter(({ source, length }) => length > 2000 && mayGoBack.test(source));
    expect([...new Set(slow.map(({ source }) => source))]).toEqual([]);
  });
});
