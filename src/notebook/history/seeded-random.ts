/** Returns numbers from 0 to just below 1. */
export type Random = () => number;

/**
 * Makes the random numbers of one stream of a seed: mulberry32 (T. Ettinger, 2017). It uses integer arithmetic alone,
 * so that each platform returns the same numbers.
 */
export function createSeededRandom(seed: number, stream: number): Random {
  let state = (mix(seed | 0) ^ Math.imul(stream + 1, 0x9e3779b9)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return mix(state) / 2 ** 32;
  };
}

function mix(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return (mixed ^ (mixed >>> 14)) >>> 0;
}

export function between(random: Random, least: number, most: number): number {
  return least + random() * (most - least);
}

export function oneOf<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

/**
 * A random number around 0 with a standard deviation of about 1: the sum of uniform numbers. `Math.log` and `Math.cos`,
 * which the exact normal distribution needs, differ between platforms.
 */
export function noise(random: Random): number {
  return (random() + random() + random() + random() - 2) * Math.sqrt(3);
}
