import { encodeCredentials, type Credentials } from './credentials.js';
import { createSecretSearch, LONG_SECRET, type SecretSearch } from './mentions-secret.js';
import { utf8AsLatin1 } from './utf8-as-latin1.js';

/** A shorter password counts only if it is not a word: a database may well have the name `production`. */
const MIN_WORD_LENGTH = 16;

/**
 * Makes a search for the account's credentials in a response: a server or a proxy in debug mode might send them back.
 * It finds the `Authorization` header, `username:password` and the password, however encoded. Make it once for many
 * responses, and call it with their member names, strings and numbers.
 */
export function createEchoSearch(credentials: Credentials): SecretSearch {
  const { username, password } = credentials;
  const token = encodeCredentials(credentials).replace(/=+$/, '');
  const pair = `${username}:${password}`;
  return createSecretSearch([token, keyOf(credentials)], password === '' ? [] : [pair, utf8AsLatin1(pair)]);
}

/** The text that gives access by itself; empty if it cannot be distinguished from other texts. */
function keyOf({ username, password }: Credentials): string {
  // Without a password the user name is the key, unless it is an e-mail address: records name their owner.
  if (password === '') return username.length >= MIN_WORD_LENGTH && !username.includes('@') ? username : '';
  const isWord = !/\p{L}/u.test(password) || /^[\p{L}\p{M}\s._-]*$/u.test(password);
  return password.length >= (isWord ? MIN_WORD_LENGTH : LONG_SECRET) ? password : '';
}
