import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableJson } from '../../src/format/printable.js';

/** Characters that a terminal interprets, hides or treats as the end of a line. */
const OBEYED = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/u;

const scripts = 'naïve 日本語 नमस्ते سلام 👩‍👩‍👧 می‌خواهم';

describe('printable', () => {
  it.each([
    ['an escape sequence', '\u001b[31mred', '\\u001b[31mred'],
    ['line breaks', 'a\r\nb\u2028c\u0085d', 'a\\u000d\\u000ab\\u2028c\\u0085d'],
    ['a right-to-left override', 'gpj.\u202eexe', 'gpj.\\u202eexe'],
    ['a lone surrogate', 'a\ud800b', 'a\\ud800b'],
    ['an invisible tag', 'a\u{e0041}', 'a\\udb40\\udc41'],
    ['nothing of other scripts and joined emoji', scripts, scripts],
  ])('escapes %s', (_, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('leaves no interpreted character in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) }), (text) => {
        expect(printable(text)).not.toMatch(OBEYED);
      }),
    );
  });
});

it('printableJson keeps the JSON value, without characters that a terminal interprets', () => {
  const key = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: key.filter((unit) => unit.length === 1) }), (value) => {
      const shown = printableJson(JSON.stringify(value, undefined, 2));
      expect(shown.replaceAll('\n', '')).not.toMatch(OBEYED);
      expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
