import type { Clock } from '../../../../index.js';

/** Whether a task is to be done again. */
export type Again = 'again' | 'never';

/**
 * Does a task now, and again some time after it is done, while the page can be seen.
 *
 * @returns a function that ends it
 */
export function repeat(clock: Clock, intervalMs: number, task: (signal: AbortSignal) => Promise<Again>): () => void {
  const end = new AbortController();
  let cancel = (): void => {};

  async function run(): Promise<void> {
    const again = document.visibilityState === 'hidden' ? 'again' : await task(end.signal);
    if (again === 'again' && !end.signal.aborted) cancel = clock.schedule(() => void run(), intervalMs);
  }

  void run();
  return () => {
    end.abort();
    cancel();
  };
}
