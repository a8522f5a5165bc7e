import { readingsOf } from './text-readings.js';
import { utf8AsLatin1 } from './utf8-as-latin1.js';

/** A shorter secret may be part of an ordinary word: it counts only as a separate word. */
export const LONG_SECRET = 8;

/** Whether a string or a number of a JSON value contains a secret. */
export type SecretSearch = (value: unknown) => boolean;

/** Whether `text` contains any of `secrets`; see {@link createSecretSearch}. */
export function mentionsSecret(text: string, secrets: readonly string[]): boolean {
  return createSecretSearch(secrets)(text);
}

/**
 * Makes a search for `secrets`. It finds them as they are, inside a longer word, in another case, and broken by spaces
 * or invisible characters. It finds them in Base64 of either alphabet and in hexadecimal digits, up to twice over, and
 * escaped for a URL, JSON or HTML, up to twice over. It finds text whose UTF-8 was read as Latin-1 or the reverse, and
 * secrets of digits that stand as a JSON number.
 *
 * The search takes time in proportion to the text. It prepares its work when the first text is long enough.
 *
 * @param pairs texts such as `username:password`, which the search finds in any case, but with all their punctuation.
 */
export function createSecretSearch(secrets: readonly string[], pairs: readonly string[] = []): SecretSearch {
  const plain = secrets.filter((secret) => secret !== '');
  const exact = pairs.map((pair) => pair.toLowerCase());
  const minLength = Math.min(...[...plain, ...exact].map((secret) => formOf(secret).minLength));
  const numbers = plain.filter((secret) => /^\d{8,}$/.test(secret)).map(Number);
  let findIn: ((text: string) => boolean) | undefined;
  return (value) => {
    // A number beyond 2^53 is rounded, and so is the secret here.
    if (typeof value === 'number') return numbers.includes(value);
    if (typeof value !== 'string' || value.length < minLength) return false;
    return (findIn ??= prepareSearch(plain, exact))(value);
  };
}

function prepareSearch(plain: readonly string[], exact: readonly string[]): (text: string) => boolean {
  const encoded = plain.flatMap(encodingsOf);
  const encodedTwice = encoded.flatMap(encodingsOf);
  const forms = [...plain, ...encoded, ...encodedTwice].map(formOf).toSorted((a, b) => a.minLength - b.minLength);
  const mayMention = rareCharacters([...plain, ...encoded, ...exact]);
  const lengthOfTwice = Math.min(...encodedTwice.map(({ length }) => length));
  return (text) => {
    if (text.length < lengthOfTwice && !mayMention.test(text)) return false;
    for (const reading of readingsOf(text)) {
      const lower = reading.toLowerCase();
      for (const pair of exact) if (includes(lower, pair)) return true;
      const letters = lettersOf(reading);
      const latin = isAscii(reading) ? letters : latinLettersOf(reading);
      for (const form of forms) {
        // Most texts are shorter than most forms.
        if (form.minLength > text.length) break;
        if (isIn(form, reading, letters, latin)) return true;
      }
    }
    return false;
  };
}

/** The bytes of a secret in hexadecimal digits, and in Base64 at each of the three offsets of a group. */
function encodingsOf(secret: string): string[] {
  const bytes = utf8AsLatin1(secret);
  const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return [hex, ...[0, 1, 2].map((offset) => base64At(offset, bytes))].filter(({ length }) => length >= LONG_SECRET);
}

/** The Base64 characters that depend only on `bytes`, if `offset` other bytes precede them in their group. */
function base64At(offset: number, bytes: string): string {
  const first = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  return btoa('\0'.repeat(offset) + bytes).slice(first, end);
}

/** From the rarest to the most frequent in names, addresses and times. */
const BY_RARITY = 'qzjxkvywfgbphdlmunrcoasite9876543210';

/**
 * Makes a pattern that most texts do not match, and every text that contains one of `secrets` matches: the rarest
 * letter or digit of each secret, an escape, or a character beyond ASCII. This test is much quicker than the search.
 */
function rareCharacters(secrets: readonly string[]): RegExp {
  const rarest = secrets.map((secret) => [...BY_RARITY].find((each) => secret.toLowerCase().includes(each)) ?? '!-~');
  return new RegExp(`[%&\\\\]|[^ -~]|[${rarest.join('')}]`, 'i');
}

/** A secret, prepared for the search. */
interface SecretForm {
  readonly secret: string;
  /** Its letters and digits in one case; absent if they are too few to count. */
  readonly letters: string | undefined;
  /** The letters and digits of its UTF-8 read as Latin-1, and of its ASCII characters alone. */
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
  if (includes(text, secret) || (letters !== undefined && itsLetters.includes(letters))) return true;
  return latin.some((form) => itsLatin.includes(form));
}

/** A short secret counts only if no letter and no digit is next to it. */
function includes(text: string, secret: string): boolean {
  if (secret.length >= LONG_SECRET) return text.includes(secret);
  const isWord = (character = ''): boolean => /[\p{L}\p{N}]/u.test(character);
  return text.split(secret).some((after, at, parts) => at > 0 && !isWord(after[0]) && !isWord(parts[at - 1]?.at(-1)));
}

function isAscii(text: string): boolean {
  return !/[^ -~]/.test(text);
}

/** The letters and digits of a text, in one case. */
function lettersOf(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * The ASCII letters and digits, and the characters that are the same in Latin-1 and Windows-1252, in one case.
 * Replacement characters for invalid bytes are left out.
 */
function latinLettersOf(text: string): string {
  return text.replace(/[^a-zA-Z0-9\u00a0-\u00ff]+/g, '').toLowerCase();
}
