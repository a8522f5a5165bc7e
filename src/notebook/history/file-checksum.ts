/**
 * The format and the checksum of a file, as a text inside it: `fleetglass-history/1/5a0c91d2`. Arrow files have no
 * checksum, and the reader of a damaged file may not end. So the checksum is compared before the file is read.
 */
export interface FileSeal {
  readonly format: string;
  /** Whether the file is as it was sealed. */
  readonly isIntact: boolean;
}

const NAME = 'fleetglass-history';
const DIGITS = 8;

/** The seal of a file that is not sealed yet. */
export function emptySeal(format: string): string {
  return `${NAME}/${format}/${'0'.repeat(DIGITS)}`;
}

/** Writes the checksum into the empty seal of a file. */
export function seal(bytes: Uint8Array): Uint8Array {
  const sealed = Uint8Array.from(bytes);
  const place = findSeal(sealed);
  if (place !== undefined) write(sealed, place, sumOf(sealed));
  return sealed;
}

/** @returns `undefined` if the file has no seal */
export function readSeal(bytes: Uint8Array): FileSeal | undefined {
  const place = findSeal(bytes);
  if (place === undefined) return undefined;
  const unsealed = Uint8Array.from(bytes);
  write(unsealed, place, '0'.repeat(DIGITS));
  return { format: place.format, isIntact: place.sum === sumOf(unsealed) };
}

interface SealPlace {
  /** The position of the checksum. */
  readonly at: number;
  readonly format: string;
  readonly sum: string;
}

/** The footer, at the end of a file, has the seal. An earlier text that looks like a seal is data. */
function findSeal(bytes: Uint8Array): SealPlace | undefined {
  for (let end = bytes.length; end > 0; end -= PART_BYTES) {
    const start = Math.max(0, end - PART_BYTES);
    // A seal that begins in this part may end in the next one.
    const found = lastSealIn(bytes.subarray(start, end + MAX_SEAL_BYTES));
    if (found !== undefined) return { ...found, at: start + found.at };
  }
  return undefined;
}

/** A whole file may be longer than the longest possible string. */
const PART_BYTES = 65_536;

/** Four digits of a format are the most. */
const MAX_SEAL_BYTES = emptySeal('1234').length;

function lastSealIn(bytes: Uint8Array): SealPlace | undefined {
  // Each byte is one character.
  const text = new TextDecoder('latin1').decode(bytes);
  const found = [...text.matchAll(/fleetglass-history\/(\d{1,4})\/([\da-f]{8})/g)].at(-1);
  if (found === undefined) return undefined;
  const [{ length }, format = '', sum = ''] = found;
  return { at: found.index + length - DIGITS, format, sum };
}

function write(bytes: Uint8Array, { at }: SealPlace, sum: string): void {
  for (let digit = 0; digit < DIGITS; digit++) bytes[at + digit] = sum.charCodeAt(digit);
}

/** FNV-1a over 32-bit words: another word always gives another sum. */
function sumOf(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0x811c9dc5;
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) sum = Math.imul(sum ^ view.getUint32(at, true), 0x01000193);
  for (; at < bytes.length; at++) sum = Math.imul(sum ^ (bytes[at] as number), 0x01000193);
  return (sum >>> 0).toString(16).padStart(DIGITS, '0');
}
