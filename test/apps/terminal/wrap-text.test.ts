import { expect, it } from 'vitest';
import { wrapHelp } from '../../../src/apps/terminal/wrap-text.js';

it('breaks long lines between words, and indents them to their start or second column', () => {
  const text = 'short\n  one two three\n\n  5    a create was sent\nwords that go on';
  expect(wrapHelp(text, 14)).toBe(
    'short\n  one two\n  three\n\n  5    a\n       create\n       was\n       sent\nwords that go\non',
  );
  expect(wrapHelp(text, Infinity)).toBe(text);
});
