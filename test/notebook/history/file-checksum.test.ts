import { afterEach, expect, it, vi } from 'vitest';
import { emptySeal, readSeal, seal } from '../../../src/notebook/history/file-seal.js';

const MIB = 2 ** 20;

/** A file with empty seals at some places. */
function fileWithSeals(length: number, places: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(length);
  for (const place of places) bytes.set(new TextEncoder().encode(emptySeal('1')), place);
  return bytes;
}

afterEach(() => vi.restoreAllMocks());

it('makes a string only of a small part of a long file', () => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  const sealed = seal(fileWithSeals(4 * MIB, [4 * MIB - 500]));
  expect(readSeal(sealed)).toEqual({ format: '1', isIntact: true });
  expect(readSeal(new Uint8Array(MIB))).toBeUndefined();
  const lengths = decode.mock.calls.map(([bytes]) => bytes?.byteLength ?? 0);
  expect(Math.max(...lengths)).toBeLessThan(66_000);
});

it.each([0, 1, 65_520, 65_536, 65_550, MIB - 65_536 - 10, MIB - 65_536, MIB - 29])(
  'finds the seal at byte %i',
  (place) => {
    const sealed = seal(fileWithSeals(MIB, [place]));
    expect(readSeal(sealed)).toEqual({ format: '1', isIntact: true });
    sealed[MIB >> 1] = 1;
    expect(readSeal(sealed)).toEqual({ format: '1', isIntact: false });
  },
);

it('takes the last of several seals', () => {
  const sealed = seal(fileWithSeals(MIB, [5, MIB - 131_072 - 100, MIB - 131_072 - 10]));
  const text = new TextDecoder('latin1').decode(sealed);
  expect(text.indexOf(emptySeal('1'))).toBe(5);
  expect(text.lastIndexOf(emptySeal('1'))).toBe(MIB - 131_072 - 100);
  expect(readSeal(sealed)?.isIntact).toBe(true);
});
