/**
 * Compares bytes from a request with a secret. The time depends on the length of the given bytes alone, so that it
 * does not show how many of them are right. `timingSafeEqual` exists in Node only.
 */
function equalSecrets(given: Uint8Array, secret: Uint8Array): boolean {
  let difference = given.length ^ secret.length;
  for (const [at, byte] of given.entries()) difference |= byte ^ (secret[at % secret.length] ?? 0);
  return difference === 0;
}

/** @param secret the token, or the encoded credentials (api.md, Authentication; RFC 7617) */
export function isAuthorized(authorization: string | null, scheme: 'basic' | 'bearer', secret: string): boolean {
  const [, name, given] = /^([^ ]+) +([^ ]+) *$/.exec(authorization ?? '') ?? [];
  const encoder = new TextEncoder();
  return name?.toLowerCase() === scheme && equalSecrets(encoder.encode(given), encoder.encode(secret));
}

export function controlTokenProblem(token: unknown): string | undefined {
  if (typeof token !== 'string') return 'expected a string';
  // These characters can stand in a header unencoded, and no header parser trims them.
  return /^[\x21-\x7e]+$/.test(token) ? undefined : 'expected visible ASCII characters, one or more';
}
