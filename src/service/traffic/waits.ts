import type { Clock } from '../../core/shared/clock.js';
import { ConnectionDropped } from '../../http/connection-dropped.js';

/** The waits of delayed requests. */
export interface Waits {
  /**
   * Resolves after `delayMs`.
   *
   * @throws the signal's reason when the caller aborts; ConnectionDropped after `end`.
   */
  wait(delayMs: number, signal: AbortSignal): Promise<void>;
  /** Ends all waits at once. */
  end(): void;
}

/** Creates the waits of a service. A finished wait leaves no timer and no listener behind. */
export function createWaits(clock: Clock): Waits {
  const giveUps = new Set<(reason: unknown) => void>();
  return {
    wait(delayMs, signal) {
      return new Promise((resolve, reject) => {
        const onAbort = (): void => giveUp(signal.reason);
        const release = (): void => {
          cancelTimer();
          signal.removeEventListener('abort', onAbort);
          giveUps.delete(giveUp);
        };
        const giveUp = (reason: unknown): void => {
          release();
          reject(reason);
        };
        const cancelTimer = clock.schedule(() => {
          release();
          resolve();
        }, delayMs);
        signal.addEventListener('abort', onAbort);
        giveUps.add(giveUp);
        if (signal.aborted) onAbort();
      });
    },
    end() {
      for (const giveUp of giveUps) giveUp(new ConnectionDropped());
    },
  };
}
