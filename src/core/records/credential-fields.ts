/** Matches names whose words are written in lower case, with anything but a letter between them. */
const CREDENTIAL_FIELD =
  /(?:^|[^a-z])(?:(?:access|api|auth|client|id|refresh|rest|session)?(?:tokens?|secrets?)|credentials?|pwd|pass[^a-z]words?|authorization|(?:api|access|secret|private)[^a-z]?keys?|connection[^a-z]?strings?)$|passw(?:or)?ds?$/;

/** A number or a separator behind the last word, as in `token1` and `password_2`. */
const SUFFIX = /[\d_.-]+$/;

/** The last characters of those names. This check comes first: it is quick, and most other names fail it. */
const LAST_CHARACTERS = 'nNtTdDsSlLyYgG0123456789_.-';

/** Matches the start of each further word in a name such as `restToken` or `RESTToken`. */
const INNER_WORD = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

/** A JSON text without these words, and without an escape that could hide one, has no credential field. */
const MAY_NAME_CREDENTIAL = /token|secret|pass|pwd|credential|authorization|key|connection|\\/i;

/**
 * Whether a field of a record is a credential. The last word of its name is `password`, `token`, `secret`,
 * `credential`, `pwd` or `authorization`, or the last words are `api key`, `access key`, `secret key`, `private key` or
 * `connection string`. Singular and plural count, as in `rest_token`, `restToken`, `api-key` and `adminpassword`.
 *
 * api.md does not say which fields `credentials=hide` removes; these fields are always treated as secrets.
 *
 * @example
 * ```ts
 * Object.keys(database).filter((name) => !isCredentialField(name));
 * ```
 */
export function isCredentialField(name: string): boolean {
  if (!LAST_CHARACTERS.includes(name.charAt(name.length - 1))) return false;
  return CREDENTIAL_FIELD.test(name.replace(SUFFIX, '').replace(INNER_WORD, '_').toLowerCase());
}

/** Whether a JSON text may contain a credential field. */
export function mayNameCredential(text: string): boolean {
  return MAY_NAME_CREDENTIAL.test(text);
}
