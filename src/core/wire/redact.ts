import { createSecretSearch, isShort } from './secret-search.js';

const MAX_CHARACTERS = 200;

/** The patterns search only this many characters, so that a hostile service cannot make them slow. */
const MAX_SEARCHED = 1000;

export const REDACTED = '[redacted]';

/** Matches texts that look like a credential, of this account or another. */
const LOOKS_SECRET = [
  // A label and all text after it: the end of the value is not known.
  /(?:password|passwd|pwd|secret|token|api[-_ ]?key|authorization)\w*\s*["'`:=].*$/gi,
  /\b(?:basic|bearer)\s+\S+/gi,
  /\/\/\S*@/g,
  // A long word of letters and digits.
  /(?=[\w+/=-]*\d)(?=[\w+/=-]*[a-z])[\w+/=-]{16,}/gi,
];

/**
 * Makes a text of the service safe to show: masks parts that look like a credential, removes control characters, and cuts
 * it. A text with a secret becomes `[redacted]`. If a secret is too short to search for, the result is empty.
 */
export function redact(text: string, secrets: readonly string[]): string {
  if (secrets.some(isShort)) return '';
  if (createSecretSearch(secrets)(text)) return REDACTED;
  // Control and format characters could forge lines of a log, or hide text on a terminal.
  const printable = text.replace(/\p{Cf}+/gu, '').replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ');
  let shown = printable.trim();
  // A word that is cut at the end is left out, because its pattern may not match the rest.
  if (shown.length > MAX_SEARCHED) shown = shown.slice(0, MAX_SEARCHED).replace(/\S+$/, '') || REDACTED;
  for (const pattern of LOOKS_SECRET) shown = shown.replace(pattern, REDACTED);
  const characters = [...shown];
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…` : shown;
}
