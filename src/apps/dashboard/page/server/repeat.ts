import type { Clock } from '../../../../index.js';

export type Repetition = 'repeat' | 'stop';

/** Runs a task now, and again after each run, when the time that `intervalMs` returns is over. No task runs while the page is hidden. */
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
