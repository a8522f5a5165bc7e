import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { enterOtherScreen } from '../../../src/apps/board/other-screen.js';
import { createFakeTerminal } from './fake-terminal.js';

const ENTER = '\u001b[?1049h';
const LEAVE = '\u001b[?1049l\u001b[?25h';

describe('the other screen', () => {
  it('shows frames there, hides the cursor, and leaves the terminal as it was', () => {
    const terminal = createFakeTerminal(80, 24);
    const { frames, leave } = enterOtherScreen(terminal.stream);
    expect(terminal.written()).toContain(`${ENTER}\u001b[?25l`);
    frames.write('one\ntwo');
    expect(terminal.written()).toContain('one');
    frames.write('one\n2');
    expect(terminal.written()).not.toContain('one');
    leave();
    expect(terminal.written()).toContain(LEAVE);
  });

  it('writes nothing more once it was left, by whomever', () => {
    const terminal = createFakeTerminal(80, 24);
    const { frames, leave } = enterOtherScreen(terminal.stream);
    leave();
    terminal.written();
    frames.write('late');
    leave();
    terminal.resize(60, 24);
    expect(terminal.written()).toBe('');
  });

  it('shows all anew in another size', () => {
    const terminal = createFakeTerminal(80, 24);
    const { frames, leave } = enterOtherScreen(terminal.stream);
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

  it('shows no more lines than there are', () => {
    const terminal = createFakeTerminal(80, 2);
    const { frames, leave } = enterOtherScreen(terminal.stream);
    frames.write('1\n2\n3');
    expect(terminal.written()).not.toContain('3;1H3');
    leave();
  });

  it('is left before anything is printed about an exception that nobody caught', () => {
    const terminal = createFakeTerminal(80, 24);
    enterOtherScreen(terminal.stream);
    terminal.written();
    // Node's types know no way to emit this one.
    EventEmitter.prototype.emit.call(process, 'uncaughtExceptionMonitor', new Error('a test'), 'uncaughtException');
    expect(terminal.written()).toContain(LEAVE);
  });

  it('is left when the process exits, and listens to nothing afterwards', () => {
    const before = process.listenerCount('exit');
    const terminal = createFakeTerminal(80, 24);
    const { leave } = enterOtherScreen(terminal.stream);
    expect(process.listenerCount('exit')).toBe(before + 1);
    leave();
    expect(process.listenerCount('exit')).toBe(before);
    expect(terminal.stream.listenerCount('resize')).toBe(0);
  });
});
