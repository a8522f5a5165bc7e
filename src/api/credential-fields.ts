const CREDENTIAL_FIELD = /^token$|(?:_token|_secret|password)$/i;

/** The last letters of those: to look at one letter is much quicker, and most names have another. */
const LAST_LETTERS = 'nNtTdD';

/**
 * Whether a field of a record is a credential: `password`, `token`, and every name that ends in `_token`, `_secret`
 * or `password`. api.md does not say which fields `credentials=hide` removes; these are treated as secrets always.
 */
export function isCredentialField(name: string): boolean {
  return LAST_LETTERS.includes(name.charAt(name.length - 1)) && CREDENTIAL_FIELD.test(name);
}
