import { describe, expect, it } from 'vitest';
import { paintFrame } from '../../../src/apps/board/paint-frame.js';

const between = (text: string): string => `\u001b[?2026h${text}\u001b[?2026l`;

describe('paintFrame', () => {
  it('writes nothing where nothing changed', () => {
    expect(paintFrame(['a', 'b'], ['a', 'b'], 80)).toBe('');
  });

  it('writes the lines that changed, each at its place', () => {
    expect(paintFrame(['a', 'b', 'c'], ['a', 'B', 'c'], 80)).toBe(between('\u001b[2;1HB\u001b[K'));
  });

  it('clears the lines that are gone', () => {
    expect(paintFrame(['a', 'b'], ['a'], 80)).toBe(between('\u001b[2;1H\u001b[K'));
  });

  it('clears nothing behind a full line: on its last column, that would be its last character', () => {
    expect(paintFrame([], ['full'], 4)).toBe(between('\u001b[1;1Hfull'));
    expect(paintFrame([], ['\u001b[31mfull\u001b[39m'], 4)).not.toContain('\u001b[K');
  });

  it('ends the styles of a line that has some', () => {
    expect(paintFrame([], ['\u001b[1mbold'], 80)).toContain('bold\u001b[0m\u001b[K');
  });
});
