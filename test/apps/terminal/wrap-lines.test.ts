import { expect, it } from 'vitest';
import { wrapLines } from '../../../src/apps/terminal/wrap-lines.js';

it('breaks long lines between words, below their beginning or their second column', () => {
  const text = 'short\n  one two three\n\n  5    a create was sent\nwords that go on';
  expect(wrapLines(text, 14)).toBe(
    'short\n  one two\n  three\n\n  5    a\n       create\n       was\n       sent\nwords that go\non',
  );
  expect(wrapLines(text, Infinity)).toBe(text);
});
