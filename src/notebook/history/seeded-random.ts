/** Returns numbers from 0 to just below 1. */
export type Random = () => number;

/** One stream of mulberry32 (T. Ettinger, 2017). Integer arithmetic alone gives the same numbers on each platform. */
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

/** Mean 0, standard deviation about 1. An exact normal distribution needs Math.log and Math.cos: platforms differ. */
export function noise(random: Random): number {
  return (random() + random() + random() + random() - 2) * Math.sqrt(3);
}
