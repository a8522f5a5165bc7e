import { LONG_SECRET, mentionsSecret } from './mentions-secret.js';

const MAX_CHARACTERS = 200;

/** Patterns see no more than this: what they cost must not depend on what a hostile service sends. */
const MAX_SEARCHED = 1000;

/** Stands in place of a text that may not be shown. */
export const REDACTED = '[redacted]';

/** What looks like a credential, whoever's it is. */
const LOOKS_SECRET = [
  // A label and all that follows: where the value ends, its own characters decide.
  /(?:password|passwd|pwd|secret|token|api[-_ ]?key|authorization)\w*\s*["'`:=].*$/gi,
  /\b(?:basic|bearer)\s+\S+/gi,
  /\/\/\S*@/g,
  // A long word of letters and digits.
  /(?=[\w+/=-]*\d)(?=[\w+/=-]*[a-z])[\w+/=-]{16,}/gi,
];

/**
 * Makes a text that the service sent fit to be shown: nothing of it where it holds one of the given secrets, or where a
 * secret is too short to be told from other words; else without what looks like a credential, without control
 * characters, and cut to 200 characters.
 */
export function redact(text: string, secrets: readonly string[]): string {
  if (hasShortSecret(secrets)) return '';
  if (mentionsSecret(text, secrets)) return REDACTED;
  // Control and format characters could forge lines of a log, or hide text on a terminal.
  const printable = text.replace(/\p{Cf}+/gu, '').replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ');
  let shown = begin(printable.trim());
  for (const pattern of LOOKS_SECRET) shown = shown.replace(pattern, REDACTED);
  const characters = [...shown];
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…` : shown;
}

/** Whether a text cannot be searched for all of the secrets: a short secret is a part of many words. */
export function hasShortSecret(secrets: readonly string[]): boolean {
  return secrets.some(({ length }) => length > 0 && length < LONG_SECRET);
}

const PIECE_AT_END = new RegExp(String.raw`(?<!\S)\S{1,${MAX_CHARACTERS}}$`);

/** The beginning of a text, without a piece of a word at its end that is too short to be judged. */
function begin(text: string): string {
  if (text.length <= MAX_SEARCHED) return text;
  return text.slice(0, MAX_SEARCHED).replace(PIECE_AT_END, '');
}
