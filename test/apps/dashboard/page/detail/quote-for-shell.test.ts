import { expect, it } from 'vitest';
import { quoteForShell } from '../../../../../src/apps/dashboard/page/detail/quote-for-shell.js';

it.each([
  ['93e3a3e0-b1.c', '93e3a3e0-b1.c'],
  ['a b', "'a b'"],
  ['$(reboot)', "'$(reboot)'"],
  ["it's", String.raw`'it'\''s'`],
  ['-rf', "'-rf'"],
  ['', "''"],
])('quoteForShell writes %j as one word of a shell command', (text, word) => {
  expect(quoteForShell(text)).toBe(word);
});
