import stringWidth from 'fast-string-width';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText } from '../../../src/apps/terminal/cut-text.js';

describe('cutText', () => {
  it('gives a text that fits back as it is', () => {
    expect(cutText('日本語', 6)).toBe('日本語');
    expect(cutText('', 0)).toBe('');
  });

  it('counts two columns for a wide character, and keeps room for the sign that it was cut', () => {
    expect(cutText('日本語', 5)).toBe('日本…');
    expect(cutText('日本語', 4)).toBe('日…');
  });

  it('never parts what people see as one character', () => {
    expect(cutText('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…');
    expect(cutText('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…');
  });

  it('does not let marks without width through by the thousand', () => {
    expect(cutText(`a${'\u0301'.repeat(100_000)}`, 10).length).toBeLessThan(200);
  });

  it('never takes more columns than it may, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
        expect(stringWidth(cutText(text, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
