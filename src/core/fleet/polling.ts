import type { PollingStatus } from '../polling/polling-status.js';
import type { RequestGate } from '../polling/request-gate.js';
import type { Scheduler } from '../polling/scheduler.js';
import type { View } from '../state/view.js';

/** Polls what is known, and says how that goes. */
export interface Polling {
  /**
   * Stops scheduled polls until `resume`, those for a pending `waitFor` too. What is asked for by hand is still sent.
   *
   * @param reason for people; in `status`
   */
  pause(reason?: string): void;
  /** Goes on; what is due is asked for at once. After a 401 or 403 it has the account tried again, too. */
  resume(): void;
  /** What the polling does: whether it runs, why not, until when; how much is due, in flight and done. */
  readonly status: View<PollingStatus>;
}

export function createPolling(scheduler: Scheduler, gate: Pick<RequestGate, 'credentialsChanged'>): Polling {
  return {
    // Whoever uses it as a listener hands over an event.
    pause: (reason) => scheduler.pause(typeof reason === 'string' ? reason : undefined),
    resume() {
      gate.credentialsChanged();
      scheduler.resume();
    },
    status: scheduler.status,
  };
}
