import type { Random } from './random-characters.js';

/** Unpredictable random numbers, with 48 random bits each: passwords and tokens are made from them. */
export const secureRandom: Random = () => {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high * 2 ** 16 + (low >>> 16)) / 2 ** 48;
};
