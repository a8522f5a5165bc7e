import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact, REDACTED } from '../../../src/core/wire/redact.js';
import { threadTimeMs } from '../../support/thread-time.js';

const secret = 'hunter2-"canary"\\%2f';

describe('a text that contains a given secret', () => {
  test.each([secret, `bad password ${secret}!`, `x${secret}x`, encodeURIComponent(secret)])(
    'is redacted: %j',
    (text) => {
      expect(redact(text, ['another one', secret])).toBe('[redacted]');
    },
  );

  test('is redacted for a secret at any distance from the start', () => {
    expect(redact(`${'word '.repeat(20_000)}${secret}`, [secret])).toBe('[redacted]');
  });

  test.each(['p', 'secret!', 'é'])('is empty if the secret may be in any text: %j', (short) => {
    for (const text of [short, `sur${short}rise`, 'no such plan'])
      expect(redact(text, ['a longer secret', short])).toBe('');
  });

  test.each(['12345678', ''])('stays if the secret is just long enough to be searched for, or empty: %j', (given) => {
    expect(redact('no such plan - none', [given])).toBe('no such plan - none');
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
  ])('is removed from %j', (text, shown) => expect(redact(text, [])).toBe(shown));

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
  ])('is not found in a text without the secret: %j', (text) => expect(redact(text, ['hunter2-canary'])).toBe(text));
});

describe('the redacted text', () => {
  test('contains no control characters and no invisible characters', () => {
    expect(redact(' a\r\nb\tc\u0000d\u001b[31me\u202ef\u200bg\u2028h\ud800 ', [])).toBe('a b c d [31mefg h');
  });

  test('is cut to 200 characters, with an ellipsis, and hides a long text without spaces', () => {
    expect(redact('é'.repeat(200), [])).toBe('é'.repeat(200));
    expect(redact('é'.repeat(201), [])).toBe(`${'é'.repeat(199)}…`);
    expect(redact('😀'.repeat(300), [])).toBe(`${'😀'.repeat(199)}…`);
    expect(redact('é'.repeat(1001), [])).toBe(REDACTED);
  });

  test('is printable, well-formed and at most 200 characters for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 600, size: 'max' }),
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

test('64 KiB of hostile text are redacted in linear time', () => {
  const pieces = ['a1', 'token="', 'basic  ', '//', '%41', '\\u', '&#', '@', '-', '\u200b'];
  for (const piece of pieces) {
    const startedMs = threadTimeMs();
    redact(piece.repeat((64 * 1024) / piece.length), [secret]);
    expect(threadTimeMs() - startedMs).toBeLessThan(1000);
  }
});
