/** Returns the result of `work`. Rejects with the reason of a signal as soon as one of the signals aborts. */
export function unlessAborted<T>(work: Promise<T>, signals: readonly AbortSignal[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const releases = signals.map((signal) => {
      const abort = (): void => reject(signal.reason);
      signal.addEventListener('abort', abort);
      return () => signal.removeEventListener('abort', abort);
    });
    work.then(resolve, reject).finally(() => {
      for (const release of releases) release();
    });
  });
}
