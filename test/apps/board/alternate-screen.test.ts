import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { enterAlternateScreen, paintFrame } from '../../../src/apps/board/alternate-screen.js';
import { createFakeTerminal } from './fake-terminal.js';

const ENTER = '\u001b[?1049h';
const LEAVE = '\u001b[?1049l\u001b[?25h';

describe('enterAlternateScreen', () => {
  it('hides the cursor, shows frames, and restores the terminal on leave', () => {
    const terminal = createFakeTerminal(80, 24);
    const { show, leave } = enterAlternateScreen(terminal.stream, () => {});
    expect(terminal.written()).toContain(`${ENTER}\u001b[?25l`);
    show(['one', 'two']);
    expect(terminal.written()).toContain('one');
    show(['one', '2']);
    expect(terminal.written()).not.toContain('one');
    leave();
    expect(terminal.written()).toContain(LEAVE);
  });

  it('writes nothing after leave', () => {
    const terminal = createFakeTerminal(80, 24);
    const { show, leave } = enterAlternateScreen(terminal.stream, () => {});
    leave();
    terminal.written();
    show(['late']);
    leave();
    terminal.resize(60, 24);
    expect(terminal.written()).toBe('');
  });

  it('draws all lines again after a resize', () => {
    const terminal = createFakeTerminal(80, 24);
    const sizes: object[] = [];
    const screen = enterAlternateScreen(terminal.stream, () => sizes.push(screen.size));
    screen.show(['one', 'two']);
    terminal.written();
    terminal.resize(60, 10);
    expect(sizes).toEqual([{ columns: 60, rows: 10 }]);
    screen.show(['one', 'two']);
    expect(terminal.written()).toMatch(/\[2J.*one.*two/s);
    screen.leave();
  });

  it('leaves before Node prints an uncaught exception', () => {
    const terminal = createFakeTerminal(80, 24);
    enterAlternateScreen(terminal.stream, () => {});
    terminal.written();
    // Node's types do not declare this event.
    EventEmitter.prototype.emit.call(process, 'uncaughtExceptionMonitor', new Error('a test'), 'uncaughtException');
    expect(terminal.written()).toContain(LEAVE);
  });

  it('listens for the exit of the process, and removes all listeners on leave', () => {
    const before = process.listenerCount('exit');
    const terminal = createFakeTerminal(80, 24);
    const { leave } = enterAlternateScreen(terminal.stream, () => {});
    expect(process.listenerCount('exit')).toBe(before + 1);
    leave();
    expect(process.listenerCount('exit')).toBe(before);
    expect(terminal.stream.listenerCount('resize')).toBe(0);
  });
});

const between = (text: string): string => `\u001b[?2026h${text}\u001b[?2026l`;

describe('paintFrame', () => {
  it('returns nothing for equal frames', () => {
    expect(paintFrame(['a', 'b'], ['a', 'b'], 80)).toBe('');
  });

  it('writes each changed line at its position', () => {
    expect(paintFrame(['a', 'b', 'c'], ['a', 'B', 'c'], 80)).toBe(between('\u001b[2;1HB\u001b[K'));
  });

  it('clears removed lines', () => {
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
