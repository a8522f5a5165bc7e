const waitingFor = new WeakMap<AbortSignal, ReturnType<typeof listenTo>>();

/**
 * Runs `task` when `signal` aborts. All tasks of a signal share one listener: Node warns of a leak above ten listeners.
 *
 * @returns a function that removes the task
 */
export function onAbort(signal: AbortSignal, task: () => void): () => void {
  const { tasks, run } = waitingFor.get(signal) ?? listenTo(signal);
  tasks.add(task);
  return () => {
    if (!tasks.delete(task) || tasks.size > 0) return;
    waitingFor.delete(signal);
    signal.removeEventListener('abort', run);
  };
}

function listenTo(signal: AbortSignal) {
  const tasks = new Set<() => void>();
  const waiting = { tasks, run: () => tasks.forEach((task) => task()) };
  signal.addEventListener('abort', waiting.run);
  waitingFor.set(signal, waiting);
  return waiting;
}

/**
 * Returns the result of `work`. Rejects as soon as one of the signals aborts.
 *
 * @param errorOf makes the error of the rejection @default the reason of the signal
 */
export function unlessAborted<T>(
  work: Promise<T>,
  signals: readonly (AbortSignal | undefined)[],
  errorOf = (signal: AbortSignal): unknown => signal.reason,
): Promise<T> {
  const releases: (() => void)[] = [];
  const result = new Promise<T>((resolve, reject) => {
    for (const signal of signals) {
      if (signal === undefined) continue;
      const abort = (): void => reject(errorOf(signal));
      if (signal.aborted) abort();
      releases.push(onAbort(signal, abort));
    }
    work.then(resolve, reject);
  });
  return result.finally(() => releases.forEach((release) => release()));
}
