export function hasBearerToken(authorization: string | null, token: string): boolean {
  const [, given] = /^bearer +([^ ]+) *$/i.exec(authorization ?? '') ?? [];
  return given === token;
}

export function controlTokenProblem(token: unknown): string | undefined {
  if (typeof token !== 'string') return 'expected a string';
  // These characters can stand in a header unencoded, and no header parser trims them.
  return /^[\x21-\x7e]+$/.test(token) ? undefined : 'expected visible ASCII characters, one or more';
}
