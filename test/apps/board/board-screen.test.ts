import { describe, expect, it } from 'vitest';
import { EventEmitter } from 'node:events';
import { layoutBoard, visibleRange } from '../../../src/apps/board/board-view.js';
import { enterAlternateScreen, paintFrame } from '../../../src/apps/board/alternate-screen.js';
import { createFakeTerminal } from './fake-terminal.js';
import { keyCommand } from '../../../src/apps/board/keys.js';

it.each([
  ['the pane the lines that the list leaves', 20, 8, false, { list: 8, pane: 12 }],
  ['a long list all lines', 20, 60, false, { list: 20, pane: 0 }],
  ['an opened pane its share of a long list', 20, 60, true, { list: 12, pane: 8 }],
  ['an opened pane the lines that a short list leaves', 20, 5, true, { list: 5, pane: 15 }],
  ['a small screen to the list', 5, 9, true, { list: 5, pane: 0 }],
  ['nothing without lines', 0, 9, true, { list: 0, pane: 0 }],
])('layoutBoard gives %s', (_, rows, listLines, isPaneAsked, expected) => {
  expect(layoutBoard(rows, listLines, { isPaneAsked })).toEqual(expected);
});

it.each([
  ['all rows if they fit', 3, 5, 1, [0, 3]],
  ['the first rows for the first selected row', 10, 4, 0, [0, 4]],
  ['the rows around the selected row', 10, 4, 5, [3, 7]],
  ['the last rows for the last selected row', 10, 4, 9, [6, 10]],
  ['no rows in a window of size 0', 10, 0, 3, [3, 3]],
  ['no rows of an empty list', 0, 4, 0, [0, 0]],
])('visibleRange returns %s', (_, count, size, selected, [first, end]) => {
  expect(visibleRange(count, size, selected)).toEqual({ first, end });
});

describe('enterAlternateScreen', () => {
  it('leaves before Node prints an uncaught exception', () => {
    const terminal = createFakeTerminal(80, 24);
    enterAlternateScreen(terminal.stream, () => {});
    terminal.written();
    // Node's types do not declare this event.
    EventEmitter.prototype.emit.call(process, 'uncaughtExceptionMonitor', new Error('a test'), 'uncaughtException');
    expect(terminal.written()).toContain('\u001b[?1049l\u001b[?25h');
  });

  it('listens for the exit of the process, and after leave removes all listeners and writes nothing', () => {
    const before = process.listenerCount('exit');
    const terminal = createFakeTerminal(80, 24);
    const { show, leave } = enterAlternateScreen(terminal.stream, () => {});
    expect(process.listenerCount('exit')).toBe(before + 1);
    leave();
    expect(process.listenerCount('exit')).toBe(before);
    expect(terminal.stream.listenerCount('resize')).toBe(0);
    terminal.written();
    show(['late']);
    leave();
    terminal.resize(60, 24);
    expect(terminal.written()).toBe('');
  });
});

const between = (text: string): string => `\u001b[?2026h${text}\u001b[?2026l`;

describe('paintFrame', () => {
  it('writes each changed line at its position, and clears removed lines', () => {
    expect(paintFrame(['a', 'b'], ['a', 'b'], 80)).toBe('');
    expect(paintFrame(['a', 'b', 'c'], ['a', 'B', 'c'], 80)).toBe(between('\u001b[2;1HB\u001b[K'));
    expect(paintFrame(['a', 'b'], ['a'], 80)).toBe(between('\u001b[2;1H\u001b[K'));
  });

  it('does not clear the rest of a full line, which would clear its last character', () => {
    expect(paintFrame([], ['full'], 4)).toBe(between('\u001b[1;1Hfull'));
    expect(paintFrame([], ['\u001b[31mfull\u001b[39m'], 4)).not.toContain('\u001b[K');
  });

  it('resets the styles at the end of a styled line', () => {
    expect(paintFrame([], ['\u001b[1mbold'], 80)).toContain('bold\u001b[0m\u001b[K');
  });
});

it.each([
  // Ctrl-S is not the key s, and Alt-S is not either.
  [{ name: 's', sequence: '\u0013', ctrl: true }],
  [{ name: 's', sequence: '\u001bs', meta: true }],
  [{ name: 'x', sequence: 'x' }],
  [{ sequence: 'constructor' }],
])('keyCommand ignores %o', (key) => {
  expect(keyCommand(key)).toBeUndefined();
});
