/**
 * Compares bytes from a request with a secret. The time depends on the length of the given bytes alone, so that it
 * does not show how many of them are right. `timingSafeEqual` exists in Node only.
 */
export function equalSecrets(given: Uint8Array, secret: Uint8Array): boolean {
  let difference = given.length ^ secret.length;
  for (const [at, byte] of given.entries()) difference |= byte ^ (secret[at % secret.length] ?? 0);
  return difference === 0;
}

export function hasBearerToken(authorization: string | null, token: string): boolean {
  const [, given] = /^bearer +([^ ]+) *$/i.exec(authorization ?? '') ?? [];
  const encoder = new TextEncoder();
  return given !== undefined && equalSecrets(encoder.encode(given), encoder.encode(token));
}

export function controlTokenProblem(token: unknown): string | undefined {
  if (typeof token !== 'string') return 'expected a string';
  // These characters can stand in a header unencoded, and no header parser trims them.
  return /^[\x21-\x7e]+$/.test(token) ? undefined : 'expected visible ASCII characters, one or more';
}
