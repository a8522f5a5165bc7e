import { describe, expect, it } from 'vitest';
import { createLineAppender } from '../../../../src/apps/watch/log/line-appender.js';

describe('a line that a full disk cuts', () => {
  it('is completed when the disk has room, before the next line', () => {
    const parts: Uint8Array[] = [];
    let room = Infinity;
    const { append } = createLineAppender((_, bytes) => {
      const part = bytes.slice(0, room);
      if (part.length === 0) throw new Error('no space left on device');
      room -= part.length;
      parts.push(part);
      return part.length;
    });
    append(1, 'first\n');
    room = 2;
    append(1, 'täxt 😀\n');
    expect(() => append(1, 'lost\n')).toThrow('no space left');
    room = 10;
    append(1, 'cut\n');
    room = Infinity;
    append(1, 'last\n');
    expect(Buffer.concat(parts).toString('utf8')).toBe('first\ntäxt 😀\ncut\nlast\n');
  });
});
