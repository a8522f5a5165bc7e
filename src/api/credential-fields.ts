const CREDENTIAL_FIELD = /^token$|(?:_token|_secret|password)$/i;

/**
 * Whether a field of a record is a credential: `password`, `token`, and every name that ends in `_token`, `_secret`
 * or `password`. api.md does not say which fields `credentials=hide` removes; these are treated as secrets always.
 */
export function isCredentialField(name: string): boolean {
  return CREDENTIAL_FIELD.test(name);
}
