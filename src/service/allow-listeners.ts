import { setMaxListeners } from 'node:events';

/** Lets any number of listeners wait for an abort: every request in flight does, and is no leak. */
export function allowListeners(signal: AbortSignal): void {
  try {
    setMaxListeners(0, signal);
  } catch {
    // What simulates a page, in tests of components, has signals of its own: Node refuses them, and they never warn.
  }
}
