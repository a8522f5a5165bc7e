import stringWidth from 'fast-string-width';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText } from '../../../src/apps/terminal/wrap-text.js';

describe('cutText', () => {
  it('returns a text that fits unchanged', () => {
    expect(cutText('日本語', 6)).toBe('日本語');
    expect(cutText('', 0)).toBe('');
  });

  it('counts two columns for a wide character, and one for the ellipsis', () => {
    expect(cutText('日本語', 5)).toBe('日本…');
    expect(cutText('日本語', 4)).toBe('日…');
  });

  it('does not split a grapheme', () => {
    expect(cutText('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…');
    expect(cutText('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…');
  });

  it('limits the number of combining marks', () => {
    expect(cutText(`a${'\u0301'.repeat(100_000)}`, 10).length).toBeLessThan(200);
  });

  it('returns at most the given columns for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
        expect(stringWidth(cutText(text, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
