const waitingFor = new WeakMap<AbortSignal, ReturnType<typeof listenTo>>();

/**
 * Runs `task` when `signal` aborts, with one listener for all tasks: Node warns of a leak above ten.
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
