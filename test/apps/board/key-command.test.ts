import { expect, it } from 'vitest';
import { keyCommand, type PressedKey } from '../../../src/apps/board/key-command.js';

const none: PressedKey = { ctrl: false, upArrow: false, downArrow: false, escape: false };

it.each([
  ['c', none, 'create'],
  ['s', none, 'toggle'],
  ['o', none, 'outage'],
  ['p', none, 'pause'],
  ['r', none, 'refresh'],
  ['j', none, 'down'],
  ['k', none, 'up'],
  ['', { ...none, upArrow: true }, 'up'],
  ['', { ...none, downArrow: true }, 'down'],
  ['?', none, 'help'],
  ['', { ...none, escape: true }, 'back'],
  ['q', none, 'quit'],
  ['c', { ...none, ctrl: true }, 'quit'],
  // Ctrl-S is not the key s.
  ['s', { ...none, ctrl: true }, undefined],
  ['x', none, undefined],
  ['constructor', none, undefined],
])('keyCommand maps %j with %o to %j', (input, key, expected) => {
  expect(keyCommand(input, key)).toBe(expected);
});
