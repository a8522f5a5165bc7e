import { systemClock } from '../../core/shared/clock.js';
import { onAbort } from '../../core/shared/on-abort.js';

/** Resolves after a time, or when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const stops = [systemClock.schedule(end, ms), onAbort(signal, end)];
    function end(): void {
      for (const stop of stops) stop();
      done();
    }
  });
}
