import { expect, it } from 'vitest';
import { keyCommand } from '../../../src/apps/board/keys.js';

it.each([
  [{ name: 'c', sequence: 'c' }, 'create'],
  [{ name: 's', sequence: 's' }, 'order'],
  [{ name: 't', sequence: 't' }, 'suspend'],
  [{ sequence: '/' }, 'filter'],
  [{ sequence: '1' }, 'limits'],
  [{ name: 'tab', sequence: '\t' }, 'pane'],
  [{ name: 'o', sequence: 'o' }, 'outage'],
  [{ name: 'p', sequence: 'p' }, 'pause'],
  [{ name: 'r', sequence: 'r' }, 'refresh'],
  [{ name: 'j', sequence: 'j' }, 'down'],
  [{ name: 'k', sequence: 'k' }, 'up'],
  [{ name: 'g', sequence: 'g' }, 'first'],
  [{ name: 'g', sequence: 'G' }, 'last'],
  [{ name: 'up', sequence: '\u001b[A' }, 'up'],
  [{ name: 'down', sequence: '\u001bOB' }, 'down'],
  [{ name: 'pagedown', sequence: '\u001b[6~' }, 'page-down'],
  [{ name: 'return', sequence: '\r' }, 'open'],
  [{ name: 'escape', sequence: '\u001b', meta: true }, 'back'],
  [{ sequence: '?' }, 'help'],
  [{ name: 'q', sequence: 'q' }, 'quit'],
  [{ name: 'c', sequence: '\u0003', ctrl: true }, 'quit'],
  // Ctrl-S is not the key s, and Alt-S is not either.
  [{ name: 's', sequence: '\u0013', ctrl: true }, undefined],
  [{ name: 's', sequence: '\u001bs', meta: true }, undefined],
  [{ name: 'x', sequence: 'x' }, undefined],
  [{ sequence: 'constructor' }, undefined],
])('keyCommand maps %o to %j', (key, expected) => {
  expect(keyCommand(key)).toBe(expected);
});
