import { getEventListeners } from 'node:events';

/** Counts the `abort` listeners of a signal. */
export function abortListeners(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length;
}
