import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifierProblem } from '../../../src/core/wire/identifier.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .array(fc.constantFrom('.', '%', '2e', '2F', '/', '\\', '?', '#', '@', ':', ';', ' ', '\t', 'a'), { maxLength: 6 })
    .map((parts) => parts.join('')),
);

describe('an identifier', () => {
  it('that is accepted stays one segment of a URL, and decodes to itself', () => {
    fc.assert(
      fc.property(anyText, (id) => {
        fc.pre(identifierProblem(id) === undefined);
        const url = new URL(`https://example.com/v2/redis/database/${encodeURIComponent(id)}?credentials=hide`);
        const segments = url.pathname.split('/');
        expect(segments).toHaveLength(5);
        expect(decodeURIComponent(segments[4] ?? '')).toBe(id);
        expect(url.search + url.hash).toBe('?credentials=hide');
      }),
      { numRuns: 2000 },
    );
  });

  it('of any ordinary letters is accepted', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w~!$&'()*+,;=:@-]{1,40}$/), (id) => {
        expect(identifierProblem(id)).toBeUndefined();
      }),
    );
  });

  it('that looks like a part of a URL is accepted', () => {
    for (const id of ['...', '.a', 'a..', '%2e%2e', '%2F', 'a?b', 'a#b', 'http:', '日本', '😀', ' ']) {
      expect(identifierProblem(id)).toBeUndefined();
    }
  });

  it.each([
    ['', 'empty'],
    ['.', 'dot segment'],
    ['..', 'dot segment'],
    ['a/b', 'separator'],
    ['a\\b', 'separator'],
    ['\u0000', 'control'],
    ['a\n', 'control'],
    ['\u007f', 'control'],
    ['\u0085', 'control'],
    ['\ud800', 'control'],
    ['a\udc00b', 'control'],
    ['x'.repeat(257), '256'],
    [undefined, 'string'],
    [null, 'string'],
    [7, 'string'],
    [['a'], 'string'],
    [{ toString: () => 'a' }, 'string'],
  ])('is not %j, because of %s', (id, problem) => {
    expect(identifierProblem(id)).toContain(problem);
  });

  it('of 256 characters is accepted', () => {
    expect(identifierProblem('x'.repeat(256))).toBeUndefined();
  });

  it('is not part of its error message', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(identifierProblem(`canary/${text}`)).not.toContain('canary');
      }),
    );
  });
});
