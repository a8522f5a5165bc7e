import type { Clock } from '../shared/clock.js';
import { onAbort } from './on-abort.js';

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
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs `work` until it ends, its time is over or the caller aborts, whichever is first. The work is told by its
 * signal, but not waited for: a fetch that ignores signals cannot hold up the caller. Nothing stays behind, neither
 * a timer nor a listener on the caller's signal.
 *
 * @throws Interruption
 */
export async function withDeadline<T>(deadline: Deadline, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { clock, timeoutMs, signal } = deadline;
  if (signal?.aborted === true) throw new Interruption('aborted');
  const controller = new AbortController();
  let interrupt = (_reason: Interruption['reason']): void => {};
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = (reason) => {
      reject(new Interruption(reason));
      // At once, and not when the promise gets round to it: work that is about to send something must not.
      controller.abort();
    };
  });
  const cancelTimer = clock.schedule(() => interrupt('timeout'), timeoutMs);
  let forgetSignal = (): void => {};
  try {
    if (signal !== undefined) forgetSignal = onAbort(signal, () => interrupt('aborted'));
    return await Promise.race([work(controller.signal), interrupted]);
  } catch (error) {
    // Whatever is still under way, such as an unread body, lets go of its socket.
    controller.abort();
    throw error;
  } finally {
    cancelTimer();
    forgetSignal();
  }
}
