import { describe, expect, it } from 'vitest';
import { paintFrame } from '../../../src/apps/board/paint-frame.js';

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
