import { expect, it } from 'vitest';
import { keyCommand } from '../../../src/apps/board/keys.js';

// The board's tests press the other keys.
it.each([
  [{ name: 'g', sequence: 'g' }, 'first'],
  [{ name: 'g', sequence: 'G' }, 'last'],
  [{ name: 'pagedown', sequence: '\u001b[6~' }, 'page-down'],
  [{ name: 'escape', sequence: '\u001b', meta: true }, 'back'],
  [{ name: 'c', sequence: '\u0003', ctrl: true }, 'quit'],
  // Ctrl-S is not the key s, and Alt-S is not either.
  [{ name: 's', sequence: '\u0013', ctrl: true }, undefined],
  [{ name: 's', sequence: '\u001bs', meta: true }, undefined],
  [{ name: 'x', sequence: 'x' }, undefined],
  [{ sequence: 'constructor' }, undefined],
])('keyCommand maps %o to %j', (key, expected) => {
  expect(keyCommand(key)).toBe(expected);
});
