import { describe, expect, it } from 'vitest';
import { moveCursor } from '../../../../../src/apps/dashboard/page/grid/grid-input.js';

const ids = ['a', 'b', 'c', 'd', 'e'];

describe('moveCursor', () => {
  it.each([
    ['ArrowDown', 'b', 'c'],
    ['ArrowUp', 'b', 'a'],
    ['PageDown', 'b', 'd'],
    ['PageUp', 'd', 'b'],
    ['Home', 'd', 'a'],
    ['End', 'b', 'e'],
  ])('%s moves the cursor from %s to %s', (key, from, to) => {
    expect(moveCursor(key, ids, from, 2)).toBe(to);
  });

  it('stays within the list', () => {
    expect(moveCursor('ArrowUp', ids, 'a', 2)).toBe('a');
    expect(moveCursor('PageDown', ids, 'd', 9)).toBe('e');
  });

  it('starts at the top without a row or with a removed row', () => {
    expect(moveCursor('ArrowDown', ids, undefined, 2)).toBe('a');
    expect(moveCursor('ArrowDown', ids, 'gone', 2)).toBe('a');
  });

  it('returns undefined for other keys and empty lists', () => {
    expect(moveCursor('x', ids, 'a', 2)).toBeUndefined();
    expect(moveCursor('ArrowDown', [], undefined, 2)).toBeUndefined();
  });
});
