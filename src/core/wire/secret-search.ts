import { encodeCredentials, type Credentials } from './credentials.js';

export type SecretSearch = (text: string) => boolean;

/** A shorter secret may be part of an ordinary word. */
const MIN_LENGTH = 8;

/** A shorter secret counts only if it is not a plain word: a database may well have the name `production`. */
const MIN_WORD_LENGTH = 16;

/** Whether a text may contain a secret by chance, because the secret is short or a plain word. */
export function isAmbiguous(secret: string): boolean {
  const isWord = !/\p{L}/u.test(secret) || /^[\p{L}\p{M}\s._-]*$/u.test(secret);
  return secret.length < (isWord ? MIN_WORD_LENGTH : MIN_LENGTH);
}

export function isShort({ length }: string): boolean {
  return length > 0 && length < MIN_LENGTH;
}

/** Searches decoded strings for secrets of 8 characters or more, as they are and percent-encoded. */
export function createSecretSearch(secrets: readonly string[]): SecretSearch {
  const searched = secrets.filter(({ length }) => length >= MIN_LENGTH);
  const forms = [...new Set(searched.flatMap((secret) => [secret, percentEncoded(secret)]))];
  return (text) => forms.some((form) => text.includes(form));
}

/** Searches a response for the account's credentials, which a server or a proxy in debug mode might send back. */
export function createEchoSearch(credentials: Credentials): SecretSearch {
  const { username, password } = credentials;
  const header = encodeCredentials(credentials).replace(/=+$/, '');
  const pair = password === '' ? '' : `${username}:${password}`;
  return createSecretSearch([header, pair, keyOf(credentials)]);
}

/** The text that gives access by itself; empty if it cannot be distinguished from other texts. */
function keyOf({ username, password }: Credentials): string {
  if (password !== '') return isAmbiguous(password) ? '' : password;
  // The user name is the key, unless it is an e-mail address: records name their owner.
  return username.length >= MIN_WORD_LENGTH && !username.includes('@') ? username : '';
}

/** A lone surrogate has no code in UTF-8. Browsers encode it as U+FFFD. */
function percentEncoded(secret: string): string {
  return encodeURIComponent(secret.replace(/\p{Cs}/gu, '\uFFFD'));
}
