import type { Cancellation } from '../api/cancellation.js';
import type { Priority } from './request-gate.js';

/** How a poll goes out. */
export interface PollCall {
  readonly priority: Priority;
  /** Aborts when nobody is interested any more. */
  readonly signal: Cancellation;
}
