import type { Clock } from '../../../index.js';

/** Several pages share a read, also for a while after its end. */
export function shareReads<T>(read: () => Promise<T>, clock: Clock, sharedMs: number): () => Promise<T> {
  let endedMs = -Infinity;
  let shared: Promise<T>;
  return () => {
    if (clock.monotonic() - endedMs < sharedMs) return shared;
    endedMs = Infinity;
    shared = read().finally(() => (endedMs = clock.monotonic()));
    return shared;
  };
}
