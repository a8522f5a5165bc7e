import { getEventListeners } from 'node:events';

/** How many listeners for `abort` a signal has. */
export function abortListeners(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length;
}
