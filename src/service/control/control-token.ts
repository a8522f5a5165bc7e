import { createHash, timingSafeEqual } from 'node:crypto';

/** Says why a text cannot be the token of the control face; nothing if it can. */
export function controlTokenProblem(token: unknown): string | undefined {
  if (typeof token !== 'string') return 'expected a string';
  // What can stand in a header as it is, and has no end that could be trimmed.
  return /^[\x21-\x7e]+$/.test(token) ? undefined : 'must be of visible ASCII characters, one or more';
}

/** Whether an `Authorization` header holds the token. Takes the same time wherever they differ. */
export function holdsToken(authorization: string | null, token: string): boolean {
  const [, given] = /^bearer +([^ ]+) *$/i.exec(authorization ?? '') ?? [];
  // Digests are of one length, and that of the token stays unknown.
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
