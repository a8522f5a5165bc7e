import { getEventListeners } from 'node:events';

export function abortListeners(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length;
}
