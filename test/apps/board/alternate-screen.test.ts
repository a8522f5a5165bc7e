import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { enterAlternateScreen } from '../../../src/apps/board/alternate-screen.js';
import { createFakeTerminal } from './fake-terminal.js';

const ENTER = '\u001b[?1049h';
const LEAVE = '\u001b[?1049l\u001b[?25h';

describe('enterAlternateScreen', () => {
  it('hides the cursor, shows frames, and restores the terminal on leave', () => {
    const terminal = createFakeTerminal(80, 24);
    const { frames, leave } = enterAlternateScreen(terminal.stream);
    expect(terminal.written()).toContain(`${ENTER}\u001b[?25l`);
    frames.write('one\ntwo');
    expect(terminal.written()).toContain('one');
    frames.write('one\n2');
    expect(terminal.written()).not.toContain('one');
    leave();
    expect(terminal.written()).toContain(LEAVE);
  });

  it('writes nothing after leave', () => {
    const terminal = createFakeTerminal(80, 24);
    const { frames, leave } = enterAlternateScreen(terminal.stream);
    leave();
    terminal.written();
    frames.write('late');
    leave();
    terminal.resize(60, 24);
    expect(terminal.written()).toBe('');
  });

  it('draws the whole frame again after a resize', () => {
    const terminal = createFakeTerminal(80, 24);
    const { frames, leave } = enterAlternateScreen(terminal.stream);
    frames.write('one\ntwo');
    terminal.written();
    const sizes: number[] = [];
    frames.on('resize', () => sizes.push(frames.columns, frames.rows));
    terminal.resize(60, 10);
    expect(sizes).toEqual([60, 10]);
    frames.write('one\ntwo');
    expect(terminal.written()).toMatch(/\[2J.*one.*two/s);
    leave();
  });

  it('draws no lines below the last row', () => {
    const terminal = createFakeTerminal(80, 2);
    const { frames, leave } = enterAlternateScreen(terminal.stream);
    frames.write('1\n2\n3');
    expect(terminal.written()).not.toContain('3;1H3');
    leave();
  });

  it('leaves before Node prints an uncaught exception', () => {
    const terminal = createFakeTerminal(80, 24);
    enterAlternateScreen(terminal.stream);
    terminal.written();
    // Node's types do not declare this event.
    EventEmitter.prototype.emit.call(process, 'uncaughtExceptionMonitor', new Error('a test'), 'uncaughtException');
    expect(terminal.written()).toContain(LEAVE);
  });

  it('listens for the exit of the process, and removes all listeners on leave', () => {
    const before = process.listenerCount('exit');
    const terminal = createFakeTerminal(80, 24);
    const { leave } = enterAlternateScreen(terminal.stream);
    expect(process.listenerCount('exit')).toBe(before + 1);
    leave();
    expect(process.listenerCount('exit')).toBe(before);
    expect(terminal.stream.listenerCount('resize')).toBe(0);
  });
});
