import { expect, it } from 'vitest';
import { shellWord } from '../../../../../src/apps/dashboard/page/detail/shell-word.js';

it.each([
  ['93e3a3e0-b1.c', '93e3a3e0-b1.c'],
  ['a b', "'a b'"],
  ['$(reboot)', "'$(reboot)'"],
  ["it's", String.raw`'it'\''s'`],
  ['-rf', "'-rf'"],
  ['', "''"],
])('writes %s so that a shell takes it for one word', (text, word) => {
  expect(shellWord(text)).toBe(word);
});
