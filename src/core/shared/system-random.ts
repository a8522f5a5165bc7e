/** Returns a random number of the platform, at least 0 and below 1. */
export function systemRandom(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn / 2 ** 32;
}
