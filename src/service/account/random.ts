/** Returns numbers from 0 to just below 1, as Math.random does. */
export type Random = () => number;

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomCharacters(random: Random, length: number, alphabet: string = LETTERS_AND_DIGITS): string {
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
}

/** Unpredictable random numbers, with 48 random bits each: passwords and tokens are made from them. */
export const secureRandom: Random = () => {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high * 2 ** 16 + (low >>> 16)) / 2 ** 48;
};

/** Creates a random UUID (version 4), as hosted services use for database ids. */
export function createUuid(random: Random): string {
  const hex = (length: number): string => randomCharacters(random, length, '0123456789abcdef');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${randomCharacters(random, 1, '89ab')}${hex(3)}-${hex(12)}`;
}
