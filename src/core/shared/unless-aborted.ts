import { onAbort } from './on-abort.js';

/** Returns the result of `work`. Rejects with the reason of a signal as soon as one of the signals aborts. */
export async function unlessAborted<T>(work: Promise<T>, signals: readonly AbortSignal[]): Promise<T> {
  const releases: (() => void)[] = [];
  const aborted = new Promise<never>((_, reject) => {
    for (const signal of signals) {
      const abort = (): void => reject(signal.reason);
      if (signal.aborted) abort();
      releases.push(onAbort(signal, abort));
    }
  });
  // It may reject after the abort.
  work.catch(() => {});
  try {
    return await Promise.race([aborted, work]);
  } finally {
    for (const release of releases) release();
  }
}
