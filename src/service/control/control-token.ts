/** Returns the problem of a control token, or `undefined` for a valid token. */
export function controlTokenProblem(token: unknown): string | undefined {
  if (typeof token !== 'string') return 'expected a string';
  // These characters can stand in a header unencoded, and no header parser trims them.
  return /^[\x21-\x7e]+$/.test(token) ? undefined : 'must be of visible ASCII characters, one or more';
}
