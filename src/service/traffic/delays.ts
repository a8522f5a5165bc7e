import type { Clock } from '../../core/shared/clock.js';
import { ConnectionDropped } from '../../http/connection-dropped.js';

/** Creates the delays of a service. A finished delay leaves no timer and no listener behind. */
export function createDelays(clock: Clock) {
  const cancellations = new Set<(reason: unknown) => void>();
  return {
    /**
     * Resolves after `delayMs`.
     *
     * @throws the signal's reason when the caller aborts; ConnectionDropped after `cancelAll`.
     */
    wait(delayMs: number, signal: AbortSignal): Promise<void> {
      return new Promise((resolve, reject) => {
        const onAbort = (): void => cancel(signal.reason);
        const release = (): void => {
          cancelTimer();
          signal.removeEventListener('abort', onAbort);
          cancellations.delete(cancel);
        };
        const cancel = (reason: unknown): void => {
          release();
          reject(reason);
        };
        const cancelTimer = clock.schedule(() => {
          release();
          resolve();
        }, delayMs);
        signal.addEventListener('abort', onAbort);
        cancellations.add(cancel);
        if (signal.aborted) onAbort();
      });
    },
    cancelAll() {
      for (const cancel of cancellations) cancel(new ConnectionDropped());
    },
  };
}
