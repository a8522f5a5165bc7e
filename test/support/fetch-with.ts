import type { Fetch } from '../../src/core/wire/transport.js';

/** The platform's fetch. It waits for `onHeaders` before it returns an answer, whose body may come later. */
export function fetchWith(onHeaders: () => unknown): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    await onHeaders();
    return response;
  };
}
