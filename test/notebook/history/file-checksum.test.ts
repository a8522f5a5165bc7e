import { afterEach, expect, it, vi } from 'vitest';
import { emptyChecksum, readChecksum, writeChecksum } from '../../../src/notebook/history/file-checksum.js';

const MIB = 2 ** 20;

/** A file with empty checksums at some places. */
function fileWithChecksums(length: number, places: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(length);
  for (const place of places) bytes.set(new TextEncoder().encode(emptyChecksum('1')), place);
  return bytes;
}

afterEach(() => vi.restoreAllMocks());

it('makes a string only of a small part of a long file', () => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  const file = writeChecksum(fileWithChecksums(4 * MIB, [4 * MIB - 500]));
  expect(readChecksum(file)).toEqual({ format: '1', isIntact: true });
  expect(readChecksum(new Uint8Array(MIB))).toBeUndefined();
  const lengths = decode.mock.calls.map(([bytes]) => bytes?.byteLength ?? 0);
  expect(Math.max(...lengths)).toBeLessThan(66_000);
});

it.each([0, 1, 65_520, 65_536, 65_550, MIB - 65_536 - 10, MIB - 65_536, MIB - 29])(
  'finds the checksum at byte %i',
  (place) => {
    const file = writeChecksum(fileWithChecksums(MIB, [place]));
    expect(readChecksum(file)).toEqual({ format: '1', isIntact: true });
    file[MIB >> 1] = 1;
    expect(readChecksum(file)).toEqual({ format: '1', isIntact: false });
  },
);

it('takes the last of several checksums', () => {
  const file = writeChecksum(fileWithChecksums(MIB, [5, MIB - 131_072 - 100, MIB - 131_072 - 10]));
  const text = new TextDecoder('latin1').decode(file);
  expect(text.indexOf(emptyChecksum('1'))).toBe(5);
  expect(text.lastIndexOf(emptyChecksum('1'))).toBe(MIB - 131_072 - 100);
  expect(readChecksum(file)?.isIntact).toBe(true);
});
