import { fileURLToPath } from 'node:url';

/** The directory of the package. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
