import type { PollingStatus } from '../polling/polling-status.js';
import type { Scheduler } from '../polling/scheduler.js';
import type { View } from '../state/view.js';

/** Controls the polling of all known databases and of the list of vector indices. */
export interface Polling {
  /**
   * Stops scheduled polls until `resume`, including the polls for a pending `waitFor`. `create` and `refresh` are still sent.
   *
   * @param reason a sentence for display: the `reason.message` of `status`
   * @example
   * ```ts
   * fleet.polling.pause('Paused during maintenance.');
   * ```
   */
  pause(reason?: string): void;
  /** Resumes scheduled polls; due polls are sent at once. If the service refuses the account or does not answer, a probe is sent at once. */
  resume(): void;
  /** Whether polling runs and why not, and how many polls are due and in flight. Emits at once, then on each change. */
  readonly status: View<PollingStatus>;
}

export function createPolling(scheduler: Scheduler): Polling {
  return {
    // An event listener such as `onclick={polling.pause}` passes an event.
    pause: (reason) => scheduler.pause(typeof reason === 'string' ? reason : undefined),
    resume: scheduler.resume,
    status: scheduler.status,
  };
}
