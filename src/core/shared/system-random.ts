/** The platform's randomness: numbers from 0 to just below 1. */
export function systemRandom(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn / 2 ** 32;
}
