import { readingsOf } from './text-readings.js';
import { utf8AsLatin1 } from './utf8-as-latin1.js';

/** A shorter secret is a part of innocent words: it counts only where it stands alone. */
export const LONG_SECRET = 8;

/** Whether `text` holds any of `secrets`; see {@link createSecretSearch}. */
export function mentionsSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.length > 0 && createSecretSearch(secrets)(text);
}

/**
 * Makes a search for `secrets`: as they are, inside a longer word, in another case, broken by spaces or invisible
 * characters, escaped for a URL, JSON or HTML, up to twice over, or with their UTF-8 read as Latin-1 or the reverse.
 * The search takes time in proportion to the text.
 */
export function createSecretSearch(secrets: readonly string[]): (text: string) => boolean {
  const forms = secrets.filter((secret) => secret !== '').map(formOf);
  const minLength = Math.min(...forms.map((form) => form.minLength));
  return (text) => {
    if (text.length < minLength) return false;
    return readingsOf(text).some((reading) => {
      const letters = lettersOf(reading);
      const latin = isAscii(reading) ? letters : latinLettersOf(reading);
      return forms.some((form) => isIn(form, reading, letters, latin));
    });
  };
}

/** A secret, prepared to be searched for. */
interface SecretForm {
  readonly secret: string;
  /** Its letters and digits in one case; absent where they are too few to count. */
  readonly letters: string | undefined;
  /** The same of its UTF-8 read as Latin-1, and of its ASCII characters alone. */
  readonly latin: readonly string[];
  readonly minLength: number;
}

function formOf(secret: string): SecretForm {
  const isLong = secret.length >= LONG_SECRET;
  const letters = isLong ? lettersOf(secret) : '';
  const latin = isLong && !isAscii(secret) ? [utf8AsLatin1(secret), secret.replace(/[^ -~]+/g, '')] : [];
  const counted = [letters, ...latin.map(latinLettersOf)].filter((form) => form.length >= LONG_SECRET);
  return {
    secret,
    letters: counted.includes(letters) ? letters : undefined,
    latin: counted.filter((form) => form !== letters),
    minLength: Math.min(secret.length, ...counted.map(({ length }) => length)),
  };
}

function isIn({ secret, letters, latin }: SecretForm, text: string, itsLetters: string, itsLatin: string): boolean {
  if (secret.length < LONG_SECRET) return standsAlone(text, secret);
  if (text.includes(secret) || (letters !== undefined && itsLetters.includes(letters))) return true;
  return latin.some((form) => itsLatin.includes(form));
}

function isAscii(text: string): boolean {
  return !/[^ -~]/.test(text);
}

/** Letters and digits alone, in one case. */
function lettersOf(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * The ASCII letters and digits, and the characters on which Latin-1 and Windows-1252 agree, in one case. A character
 * that stands in for a byte that could not be read is not among them.
 */
function latinLettersOf(text: string): string {
  return text.replace(/[^a-zA-Z0-9\u00a0-\u00ff]+/g, '').toLowerCase();
}

/** Whether `text` holds `secret` with neither a letter nor a digit beside it. */
export function standsAlone(text: string, secret: string): boolean {
  const isWord = (character = ''): boolean => /[\p{L}\p{N}]/u.test(character);
  return text.split(secret).some((after, at, parts) => at > 0 && !isWord(after[0]) && !isWord(parts[at - 1]?.at(-1)));
}
