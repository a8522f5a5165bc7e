import { encodeCredentials, type Credentials } from './credentials.js';
import { createSecretSearch, LONG_SECRET, standsAlone } from './mentions-secret.js';
import { REDACTED } from './redact.js';
import { readingsOf } from './text-readings.js';
import { utf8AsLatin1 } from './utf8-as-latin1.js';

/**
 * Finds the account's credentials in an answer, as a server or a proxy in debug mode might send them back. Takes
 * decoded texts: the member names and the string values of the parsed answer.
 */
export interface EchoCheck {
  /**
   * Whether a text holds the value of the `Authorization` header, `username:password`, or the password: inside a
   * longer text, in another case, in Base64 of either alphabet, padded or not, or escaped for a URL, JSON or HTML.
   */
  mentions(text: string): boolean;
  /** The same for the name of a member. Answers repeat their names: those without the credentials are remembered. */
  mentionsName(name: string): boolean;
  /** Gives `[redacted]` for a text that mentions the credentials, and every other text as it is. */
  mask(text: string): string;
}

/** A shorter password counts only where it is no word: a database may well be named `production`. */
const MIN_WORD_LENGTH = 16;

/** The documented records have fewer than a hundred names; a hostile answer must not cost memory. */
const MAX_NAMES = 500;
const MAX_NAME_LENGTH = 100;

/** Makes the check for credentials. Make it once for many answers. */
export function createEchoCheck(credentials: Credentials): EchoCheck {
  const { username, password } = credentials;
  const token = withoutPadding(encodeCredentials(credentials));
  const keyForms = formsOf(keyOf(credentials));
  const holdsSecret = createSecretSearch([token, ...keyForms]);
  const pair = `${username}:${password}`;
  const pairs = password === '' ? [] : [pair, utf8AsLatin1(pair)].map((text) => text.toLowerCase());

  const mayMention = rareCharacters([token, ...keyForms, ...pairs]);

  function holdsPair(text: string): boolean {
    if (text.length < pair.length || !/[:%\\&]/.test(text)) return false;
    return readingsOf(text.toLowerCase()).some((reading) =>
      pairs.some((each) => (each.length < LONG_SECRET ? standsAlone(reading, each) : reading.includes(each))),
    );
  }

  const mentions = (text: string): boolean => mayMention.test(text) && (holdsSecret(text) || holdsPair(text));
  const harmlessNames = new Set<string>();

  function mentionsName(name: string): boolean {
    if (harmlessNames.has(name)) return false;
    if (mentions(name)) return true;
    if (harmlessNames.size < MAX_NAMES && name.length < MAX_NAME_LENGTH) harmlessNames.add(name);
    return false;
  }

  return { mentions, mentionsName, mask: (text) => (mentions(text) ? REDACTED : text) };
}

/** The text that gives access by itself, if it can be told from other texts. */
function keyOf({ username, password }: Credentials): string | undefined {
  // Without a password the user name is the key, unless it is an e-mail address: records name their owner.
  if (password === '') return username.length >= MIN_WORD_LENGTH && !username.includes('@') ? username : undefined;
  const isWord = !/\p{L}/u.test(password) || /^[\p{L}\p{M}\s._-]*$/u.test(password);
  return password.length >= (isWord ? MIN_WORD_LENGTH : LONG_SECRET) ? password : undefined;
}

/** The key, its bytes in hexadecimal digits, and in Base64 wherever they stand among other bytes. */
function formsOf(key: string | undefined): string[] {
  if (key === undefined) return [];
  const bytes = utf8AsLatin1(key);
  const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return [key, hex, ...[0, 1, 2].map((offset) => base64At(offset, bytes))].filter(
    ({ length }) => length >= LONG_SECRET,
  );
}

/** The characters of Base64 that come from `bytes` alone where `offset` bytes of the same group precede them. */
function base64At(offset: number, bytes: string): string {
  const first = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  return btoa('\0'.repeat(offset) + bytes).slice(first, end);
}

function withoutPadding(base64: string): string {
  return base64.replace(/=+$/, '');
}

/** From the rarest to the most frequent in names, addresses and times. */
const BY_RARITY = 'qzjxkvywfgbphdlmunrcoasite9876543210';

/**
 * Makes a pattern that most texts do not match, and every text in which one of `secrets` is: it has the rarest letter or
 * digit of the secret in it, or an escape, or a character beyond ASCII. To test a text for the pattern is much quicker
 * than to search it.
 */
function rareCharacters(secrets: readonly string[]): RegExp {
  const rarest = secrets.map((secret) => [...BY_RARITY].find((each) => secret.toLowerCase().includes(each)) ?? '!-~');
  return new RegExp(`[%&\\\\]|[^ -~]|[${rarest.join('')}]`, 'i');
}
