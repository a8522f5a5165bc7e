/** Matches names whose words are written in lower case, with anything but a letter between them. */
const CREDENTIAL_FIELD =
  /(?:^|[^a-z])(?:(?:access|api|auth|client|id|refresh|rest|session)?(?:tokens?|secrets?)(?:[^a-z]values?)?|credentials?|pwd|pass|pass[^a-z]words?|authorization|(?:api|access|secret|private)[^a-z]?keys?|connection[^a-z]?strings?)$|passw(?:or)?ds?$/;

/** A number or a separator behind the last word, as in `token1` and `password_2`. */
const SUFFIX = /[\d_.-]+$/;

/** Matches the start of each further word in a name such as `restToken` or `RESTToken`. */
const INNER_WORD = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

/** The results by name. Each answer has the same names as the answer before it. */
const known = /* @__PURE__ */ new Map<string, boolean>();

/** The documented records have 72 names. A hostile service may send any number of names. */
const MAX_KNOWN = 1000;

/**
 * Whether a field of a record is a credential, by its name:
 *
 * - The last word is `pass`, `pwd`, `token`, `secret`, `credential` or `authorization`, or ends in `password` or
 *   `passwd`.
 * - The last words are `api key`, `access key`, `secret key`, `private key`, `connection string`, `token value` or
 *   `secret value`.
 *
 * A plural and a number at the end make no difference: `rest_token`, `restToken`, `api-keys` and `token1` are
 * credentials.
 *
 * api.md does not say which fields `credentials=hide` removes; these fields are always treated as secrets.
 *
 * @example
 * ```ts
 * Object.keys(database).filter((name) => !isCredentialField(name));
 * ```
 */
export function isCredentialField(name: string): boolean {
  let isCredential = known.get(name);
  if (isCredential === undefined) {
    isCredential = CREDENTIAL_FIELD.test(name.replace(SUFFIX, '').replace(INNER_WORD, '_').toLowerCase());
    if (known.size < MAX_KNOWN) known.set(name, isCredential);
  }
  return isCredential;
}
