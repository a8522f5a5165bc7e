import type { Clock } from '../shared/clock.js';
import { onAbort } from '../shared/on-abort.js';

/** The caller aborted work before it ended. */
export class Interruption extends Error {
  override readonly name = 'AbortError';
}

export interface Deadline {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Runs `work` until it ends, its deadline passes or the caller aborts. Does not wait for work that ignores its signal. */
export function withDeadline<T>(
  deadline: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
  lateError = (): Error => new Error(`no answer within ${deadline.timeoutMs} ms`),
): Promise<T> {
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
      // At once: work that is about to send a request must not send it. This also frees the socket of an unread body.
      controller.abort();
    };
    const cancelTimer = clock.schedule(() => fail(lateError()), timeoutMs);
    const forgetSignal = signal && onAbort(signal, () => fail(new Interruption('aborted')));
    work(controller.signal).then((result) => {
      end();
      resolve(result);
    }, fail);
  });
}
