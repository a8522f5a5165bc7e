import type { Clock } from '../shared/clock.js';
import { onAbort, type Abortable } from './on-abort.js';

/** Why work was given up: its time was over, or the caller aborted it. */
export class Interruption extends Error {
  readonly reason: 'timeout' | 'aborted';

  constructor(reason: 'timeout' | 'aborted') {
    super(reason);
    this.reason = reason;
  }
}

/** When to give up. */
export interface Deadline {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** The caller's signal. */
  readonly signal: Abortable | undefined;
}

/**
 * Runs `work` until it ends, its time is over or the caller aborts, whichever is first. The work is told by its
 * signal, but not waited for: a fetch that ignores signals cannot hold up the caller. Nothing stays behind, neither
 * a timer nor a listener on the caller's signal.
 *
 * @throws Interruption
 */
export function withDeadline<T>(deadline: Deadline, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { clock, timeoutMs, signal } = deadline;
  if (signal?.aborted === true) return Promise.reject(new Interruption('aborted'));
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const end = (): void => {
      cancelTimer();
      forgetSignal?.();
    };
    const fail = (error: unknown): void => {
      end();
      reject(error);
      // At once, and not when the promise gets round to it: work that is about to send something must not. And whatever
      // is still under way, such as an unread body, lets go of its socket.
      controller.abort();
    };
    const cancelTimer = clock.schedule(() => fail(new Interruption('timeout')), timeoutMs);
    const forgetSignal = signal && onAbort(signal, () => fail(new Interruption('aborted')));
    begin(work, controller.signal).then((result) => {
      end();
      resolve(result);
    }, fail);
  });
}

function begin<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return work(signal);
  } catch (error) {
    return Promise.reject(error);
  }
}
