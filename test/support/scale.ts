import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether tests run in their long form. Only `npm run prove` sets it. */
    isLong?: boolean;
  }
}

/**
 * Chooses how much a test does: the short form for `npm test`, the long form for `npm run prove`. Both have the same
 * assertions. `npm run prove` runs every test file that imports this module.
 */
export function scaled<T>({ short, long }: { readonly short: T; readonly long: T }): T {
  return inject('isLong') === true ? long : short;
}
