import type { Clock } from '../../../../index.js';

export type Repetition = 'repeat' | 'stop';

/** Runs a task now, and again when `intervalMs()` has passed after a run. While the page is hidden, no task runs. */
export function repeat(
  clock: Clock,
  intervalMs: () => number,
  task: (signal: AbortSignal) => Promise<Repetition>,
): () => void {
  const stopped = new AbortController();
  let cancel = (): void => {};

  async function run(): Promise<void> {
    const next = document.visibilityState === 'hidden' ? 'repeat' : await task(stopped.signal);
    if (next === 'repeat' && !stopped.signal.aborted) cancel = clock.schedule(() => void run(), intervalMs());
  }

  void run();
  return () => {
    stopped.abort();
    cancel();
  };
}
