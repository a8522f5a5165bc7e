import { Cancellation } from './cancellation.js';

/** Says when to give up: a caller's signal, or one of the house. */
export type Abortable = AbortSignal | Cancellation;

interface Waiting {
  readonly tasks: Set<() => void>;
  readonly run: () => void;
}

/** What waits for each signal to abort. */
const waitingFor = new WeakMap<AbortSignal, Waiting>();

/**
 * Runs `task` when `signal` aborts. However many wait for a signal, it has one listener: Node takes more than ten for
 * a leak and says so, and a signal for hundreds of requests is a good use of one.
 *
 * @returns a function that takes `task` back; the signal's listener goes with the last one.
 */
export function onAbort(signal: Abortable, task: () => void): () => void {
  if (signal instanceof Cancellation) return signal.onAbort(task);
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
