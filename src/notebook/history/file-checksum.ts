/**
 * The format and the checksum of a file, as a text inside the file: `fleetglass-history/1/5a0c91d2`. Arrow files have no
 * checksum, and the reader of a damaged file may never return. So the checksum is compared before the file is read.
 */
export interface FileChecksum {
  readonly format: string;
  /** Whether the checksum in the file is the checksum of its bytes. */
  readonly isIntact: boolean;
}

const NAME = 'fleetglass-history';
const DIGITS = 8;

/** The text with the format of a file, and zeros in place of its checksum. */
export function emptyChecksum(format: string): string {
  return `${NAME}/${format}/${'0'.repeat(DIGITS)}`;
}

/** Returns a copy of a file with its checksum in place of the zeros of {@link emptyChecksum}. */
export function writeChecksum(bytes: Uint8Array): Uint8Array {
  const file = Uint8Array.from(bytes);
  const place = findChecksum(file);
  if (place !== undefined) writeDigits(file, place, checksumOf(file));
  return file;
}

/** @returns `undefined` if the file has no checksum */
export function readChecksum(bytes: Uint8Array): FileChecksum | undefined {
  const place = findChecksum(bytes);
  if (place === undefined) return undefined;
  const file = Uint8Array.from(bytes);
  writeDigits(file, place, '0'.repeat(DIGITS));
  return { format: place.format, isIntact: place.checksum === checksumOf(file) };
}

interface ChecksumPlace {
  /** The position of the first digit. */
  readonly at: number;
  readonly format: string;
  readonly checksum: string;
}

/** The checksum is in the footer, at the end of a file. An earlier text that looks like a checksum is data. */
function findChecksum(bytes: Uint8Array): ChecksumPlace | undefined {
  for (let end = bytes.length; end > 0; end -= PART_BYTES) {
    const start = Math.max(0, end - PART_BYTES);
    // A text that begins in this part may end in the next part.
    const found = lastChecksumIn(bytes.subarray(start, end + MAX_TEXT_BYTES));
    if (found !== undefined) return { ...found, at: start + found.at };
  }
  return undefined;
}

/** A whole file may be longer than the longest possible string. */
const PART_BYTES = 65_536;

/** A format has at most four digits. */
const MAX_TEXT_BYTES = emptyChecksum('1234').length;

function lastChecksumIn(bytes: Uint8Array): ChecksumPlace | undefined {
  // Each byte is one character.
  const text = new TextDecoder('latin1').decode(bytes);
  const found = [...text.matchAll(/fleetglass-history\/(\d{1,4})\/([\da-f]{8})/g)].at(-1);
  if (found === undefined) return undefined;
  const [{ length }, format = '', checksum = ''] = found;
  return { at: found.index + length - DIGITS, format, checksum };
}

function writeDigits(bytes: Uint8Array, { at }: ChecksumPlace, digits: string): void {
  for (let digit = 0; digit < DIGITS; digit++) bytes[at + digit] = digits.charCodeAt(digit);
}

/** FNV-1a over 32-bit words: a change of one word always changes the checksum. */
function checksumOf(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0x811c9dc5;
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) sum = Math.imul(sum ^ view.getUint32(at, true), 0x01000193);
  for (; at < bytes.length; at++) sum = Math.imul(sum ^ (bytes[at] as number), 0x01000193);
  return (sum >>> 0).toString(16).padStart(DIGITS, '0');
}
