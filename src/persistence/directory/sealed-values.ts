import { crc32 } from 'node:zlib';

/** The number of the newest layout of the data. A store with a higher number is refused. */
export const FORMAT = 1;

/** Values as a copy stores them. Two arrays cost less time and memory than a Map of hundreds of thousands of values. */
export interface SealedValues {
  readonly keys: readonly string[];
  /** In the order of the keys. */
  readonly values: readonly string[];
}

/** Describes all values of a copy. Each batch replaces the head together with the values. */
export interface Head {
  readonly format: number;
  /** The number of the newest batch. */
  readonly sequence: number;
  readonly count: number;
  /** The sum of the checksums of all values, modulo 2^32. */
  readonly sum: number;
}

/** The key of the head in LevelDB. */
export const HEAD_KEY = 'head';

/** Precedes the keys of values in LevelDB. */
const VALUE_PREFIX = 'v';

const CHECKSUM_LENGTH = 8;

/** LevelDB gets UTF-8, which has no lone surrogates. JSON escapes them, and leaves usual keys as they are. */
export function toLevelKey(key: string): string {
  return VALUE_PREFIX + JSON.stringify(key).slice(1, -1);
}

/** The key of a value, or `undefined` for a damaged key. */
export function fromLevelKey(levelKey: string): string | undefined {
  if (!levelKey.startsWith(VALUE_PREFIX)) return undefined;
  const escaped = levelKey.slice(VALUE_PREFIX.length);
  if (!escaped.includes('\\')) return escaped;
  try {
    return JSON.parse(`"${escaped}"`) as string;
  } catch {
    return undefined;
  }
}

/** Prefixes a text with its checksum, which also covers the key. */
export function seal(key: string, text: string): string {
  return crc32(text, crc32(key)).toString(16).padStart(CHECKSUM_LENGTH, '0') + text;
}

/** The text without its checksum, or `undefined` if the text, its key or its checksum is damaged. */
export function unseal(key: string, sealed: string): string | undefined {
  return checkValue(key, sealed) === undefined ? undefined : sealed.slice(CHECKSUM_LENGTH);
}

/** The checksum of a value, or `undefined` if the value, its key or its checksum is damaged. */
export function checkValue(key: string, sealed: string): number | undefined {
  const checksum = readChecksum(sealed);
  return checksum === crc32(sealed.slice(CHECKSUM_LENGTH), crc32(key)) ? checksum : undefined;
}

/** The checksum that {@link seal} has written. */
export function readChecksum(sealed: string): number {
  return Number.parseInt(sealed.slice(0, CHECKSUM_LENGTH), 16);
}

/** A value as a copy stores it: with the number of the batch that writes it. */
export function sealValue(key: string, sequence: number, text: string): string {
  return seal(key, `${sequence} ${text}`);
}

/** The text of an undamaged value. */
export function readText(sealed: string): string {
  return sealed.slice(sealed.indexOf(' ', CHECKSUM_LENGTH) + 1);
}

/** The number of the batch that wrote an undamaged value. */
export function readSequence(sealed: string): number {
  return Number(sealed.slice(CHECKSUM_LENGTH, sealed.indexOf(' ', CHECKSUM_LENGTH)));
}

export function sealHead(head: Head): string {
  return seal(HEAD_KEY, JSON.stringify(head));
}

/** @returns `undefined` for a damaged head. */
export function unsealHead(sealed: string | undefined): Head | undefined {
  const text = sealed === undefined ? undefined : unseal(HEAD_KEY, sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Head);
}

/** The sum of two checksums. */
export function addChecksum(sum: number, checksum: number): number {
  return (sum + checksum) >>> 0;
}
