import { equalSecrets } from '../shared/equal-secrets.js';

/** Returns the problem of a control token, or `undefined` for a valid token. */
export function controlTokenProblem(token: unknown): string | undefined {
  if (typeof token !== 'string') return 'expected a string';
  // These characters can stand in a header unencoded, and no header parser trims them.
  return /^[\x21-\x7e]+$/.test(token) ? undefined : 'must be of visible ASCII characters, one or more';
}

/** Whether an `Authorization` header holds the token. */
export function hasToken(authorization: string | null, token: string): boolean {
  const [, given] = /^bearer +([^ ]+) *$/i.exec(authorization ?? '') ?? [];
  const encoder = new TextEncoder();
  return given !== undefined && equalSecrets(encoder.encode(given), encoder.encode(token));
}
