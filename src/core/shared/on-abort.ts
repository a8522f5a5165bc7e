interface Waiting {
  readonly tasks: Set<() => void>;
  readonly run: () => void;
}

const waitingFor = new WeakMap<AbortSignal, Waiting>();

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

function listenTo(signal: AbortSignal): Waiting {
  const tasks = new Set<() => void>();
  const waiting = { tasks, run: () => tasks.forEach((task) => task()) };
  signal.addEventListener('abort', waiting.run);
  waitingFor.set(signal, waiting);
  return waiting;
}
