import { randomCharacters, type Random } from './random.js';

const HEX = '0123456789abcdef';

/** Creates a random UUID (version 4), as hosted services use for database ids. */
export function createIdentifier(random: Random): string {
  const hex = (length: number): string => randomCharacters(random, length, HEX);
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${randomCharacters(random, 1, '89ab')}${hex(3)}-${hex(12)}`;
}
