import { encodeCredentials, type Credentials } from './credentials.js';
import { createSecretSearch, LONG_SECRET, type SecretSearch } from './mentions-secret.js';
import { utf8AsLatin1 } from './utf8-as-latin1.js';

/**
 * Finds the account's credentials in a response, as a server or a proxy in debug mode might send them back. It takes the
 * member names, the strings and the numbers of the parsed response.
 */
export interface EchoCheck {
  /** Whether a value contains the `Authorization` header, `username:password` or the password, however encoded. */
  readonly mentions: SecretSearch;
  /** The same for the name of a member. Responses repeat their names, so names without the credentials are cached. */
  mentionsName(name: string): boolean;
}

/** A shorter password counts only where it is no word: a database may well be named `production`. */
const MIN_WORD_LENGTH = 16;

/** The documented records have fewer than a hundred names; a hostile response must not cost memory. */
const MAX_NAMES = 500;
const MAX_NAME_LENGTH = 100;

/** Makes the check for credentials. Make it once for many responses. */
export function createEchoCheck(credentials: Credentials): EchoCheck {
  const { username, password } = credentials;
  const token = encodeCredentials(credentials).replace(/=+$/, '');
  const pair = `${username}:${password}`;
  const mentions = createSecretSearch([token, keyOf(credentials)], password === '' ? [] : [pair, utf8AsLatin1(pair)]);
  const harmlessNames = new Set<string>();

  function mentionsName(name: string): boolean {
    if (harmlessNames.has(name)) return false;
    if (mentions(name)) return true;
    if (harmlessNames.size < MAX_NAMES && name.length < MAX_NAME_LENGTH) harmlessNames.add(name);
    return false;
  }

  return { mentions, mentionsName };
}

/** The text that gives access by itself; empty if it cannot be told from other texts. */
function keyOf({ username, password }: Credentials): string {
  // Without a password the user name is the key, unless it is an e-mail address: records name their owner.
  if (password === '') return username.length >= MIN_WORD_LENGTH && !username.includes('@') ? username : '';
  const isWord = !/\p{L}/u.test(password) || /^[\p{L}\p{M}\s._-]*$/u.test(password);
  return password.length >= (isWord ? MIN_WORD_LENGTH : LONG_SECRET) ? password : '';
}
