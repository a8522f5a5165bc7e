/**
 * Whatever a terminal could obey rather than show: control characters, invisible ones that reorder text, line
 * separators, lone surrogates. Zero-width joiners stay, scripts and emoji need them.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Makes a text from outside safe for a terminal: on one line, what a terminal could obey written as `\u001b`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/**
 * The same for a JSON text, which stays equal JSON: JSON itself escapes the control characters below U+0020 only.
 * Its line breaks are layout, and stay.
 */
export function printableJson(json: string): string {
  return json.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escaped(character)));
}

function escaped(character: string): string {
  // Characters beyond U+FFFF take two units, as they do in JSON.
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
