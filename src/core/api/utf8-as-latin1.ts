/** Gives the UTF-8 bytes of a text with one character a byte, as a program does that reads them as Latin-1. */
export function utf8AsLatin1(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
