/**
 * Characters that a terminal may interpret: control characters, invisible format characters, line separators, lone
 * surrogates. Zero-width joiners are allowed, because scripts and emoji need them.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Makes an untrusted text safe for a terminal: one line, with unprintable characters escaped as in `\u001b`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/**
 * Makes a JSON text safe for a terminal without changing its value. JSON.stringify escapes only control characters
 * below U+0020. Line breaks are layout and stay.
 */
export function printableJson(json: string): string {
  return json.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escaped(character)));
}

function escaped(character: string): string {
  // Characters beyond U+FFFF take two units, as they do in JSON.
  return character.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
