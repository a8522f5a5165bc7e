import { randomBytes } from 'node:crypto';
import type { Random } from './random-characters.js';

/** Random numbers that nobody can guess: passwords and tokens are made of them. */
export const secureRandom: Random = () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48;
