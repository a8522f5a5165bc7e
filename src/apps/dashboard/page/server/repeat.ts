import type { Readable } from '../../../../bindings/react/index.js';
import { type Clock, systemClock } from '../../../../index.js';
import { createWritable } from '../shell/writable.js';

export type Repetition = 'repeat' | 'stop';

export interface Repeated {
  stop(): void;
  /** Runs the task again soon. Many calls at one time cause one run. */
  soon(): void;
}

const SOON_MS = 1000;

/** Runs a task now, and again when `intervalMs()` has passed after a run. While the page is hidden, no task runs. */
export function repeat(
  clock: Clock,
  intervalMs: () => number,
  task: (signal: AbortSignal) => Promise<Repetition>,
): Repeated {
  const stopped = new AbortController();
  let isRunning = false;
  let isSoon = false;
  let cancel = (): void => {};

  async function run(): Promise<void> {
    [isRunning, isSoon] = [true, false];
    const next = document.visibilityState === 'hidden' ? 'repeat' : await task(stopped.signal);
    isRunning = false;
    if (next === 'repeat' && !stopped.signal.aborted) runAfter(isSoon ? SOON_MS : intervalMs());
  }

  function runAfter(ms: number): void {
    cancel();
    cancel = clock.schedule(() => void run(), ms);
  }

  void run();
  return {
    stop() {
      stopped.abort();
      cancel();
    },
    soon() {
      if (!isRunning && !isSoon && !stopped.signal.aborted) runAfter(SOON_MS);
      isSoon = true;
    },
  };
}

interface Followed<T> extends Repeated {
  readonly view: Readable<T>;
}

/**
 * Asks the dashboard's server again and again. The same answer renders nothing again.
 *
 * @param afterFailure the value without an answer. @default the last one: the polling shows that the server does not answer
 */
export function followAnswer<T>(
  initial: T,
  pathOf: () => string,
  valueOf: (answer: unknown, last: T) => T,
  intervalMs: (value: T) => number,
  afterFailure = (last: T): T => last,
): Followed<T> {
  const view = createWritable(initial);
  let read = '';
  const ask = async (signal: AbortSignal): Promise<Repetition> => {
    try {
      const response = await fetch(pathOf(), { signal });
      const text = await response.text();
      if (!response.ok) throw new Error(response.statusText);
      if (text !== read) view.set(valueOf(JSON.parse(text), view.value));
      read = text;
    } catch {
      read = '';
      if (!signal.aborted) view.set(afterFailure(view.value));
    }
    return 'repeat';
  };
  return { view, ...repeat(systemClock, () => intervalMs(view.value), ask) };
}
