import { expect, it } from 'vitest';
import { EventEmitter } from 'node:events';
import { enterAlternateScreen, paintFrame } from '../../../src/apps/board/alternate-screen.js';
import { createFakeTerminal } from './fake-terminal.js';

it('enterAlternateScreen leaves before Node prints an uncaught exception, and then listens and writes no more', () => {
  const before = process.listenerCount('exit');
  const terminal = createFakeTerminal(80, 24);
  const { show, leave } = enterAlternateScreen(terminal.stream, () => {});
  expect(process.listenerCount('exit')).toBe(before + 1);
  terminal.written();
  // Node's types do not declare this event.
  EventEmitter.prototype.emit.call(process, 'uncaughtExceptionMonitor', new Error('a test'), 'uncaughtException');
  expect(terminal.written()).toContain('\u001b[?1049l\u001b[?25h');
  expect(process.listenerCount('exit')).toBe(before);
  expect(terminal.stream.listenerCount('resize')).toBe(0);
  show(['late']);
  leave();
  terminal.resize(60, 24);
  expect(terminal.written()).toBe('');
});

const between = (text: string): string => `\u001b[?2026h${text}\u001b[?2026l`;

it('paintFrame writes each changed line at its position, and clears removed lines and the rest of one that is not full', () => {
  expect(paintFrame(['a', 'b', 'c'], ['a', 'B'], 80)).toBe(between('\u001b[2;1HB\u001b[K\u001b[3;1H\u001b[K'));
  // To clear the rest of a full line would clear its last character.
  expect(paintFrame([], ['\u001b[31mfull'], 4)).toBe(between('\u001b[1;1H\u001b[31mfull\u001b[0m'));
  expect(paintFrame([], ['\u001b[1mbold'], 80)).toContain('bold\u001b[0m\u001b[K');
});
