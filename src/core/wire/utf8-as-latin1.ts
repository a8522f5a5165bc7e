/** Encodes a text as UTF-8 and decodes the bytes as Latin-1: one character per byte. */
export function utf8AsLatin1(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
