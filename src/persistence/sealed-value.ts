import { isObject } from '../core/shared/is-object.js';
import type { EngineLoss, StoredValue } from './engine.js';

/** The polynomial of CRC-32 in IEEE 802.3, reversed. */
const POLYNOMIAL = 0xedb88320;

let table: Uint32Array | undefined;

/** A value with a checksum of its key and its text, as IndexedDB and an unstorage `Storage` keep it. */
export interface SealedValue extends StoredValue {
  readonly checksum: string;
}

export function seal(key: string, text: string): SealedValue {
  return { key, text, checksum: checksumOf(key, text) };
}

/** Returns the value of a key, or nothing if the value is damaged: then `onLoss` gets its loss. */
export function unseal(key: string, sealed: unknown, onLoss: (loss: EngineLoss) => void): readonly StoredValue[] {
  const { key: ownKey, text, checksum } = isObject(sealed) ? sealed : {};
  if (ownKey === key && typeof text === 'string' && checksum === checksumOf(key, text)) return [{ key, text }];
  onLoss({ key, message: 'A value is damaged and lost.' });
  return [];
}

/** A CRC-32 of a key and its text, as eight hexadecimal digits. It finds torn values and values of another key, but no forgery. */
function checksumOf(key: string, text: string): string {
  const sum = update(update(update(0xffffffff, key), '\n'), text);
  return (~sum >>> 0).toString(16).padStart(8, '0');
}

/** Covers both bytes of each code unit, so that lone surrogates differ too. */
function update(start: number, text: string): number {
  table ??= createTable();
  let sum = start;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    sum = (sum >>> 8) ^ (table[(sum ^ unit) & 0xff] ?? 0);
    sum = (sum >>> 8) ^ (table[(sum ^ (unit >>> 8)) & 0xff] ?? 0);
  }
  return sum;
}

function createTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1;
    return sum;
  });
}
