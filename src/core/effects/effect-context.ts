import type { Operations } from '../api/operations.js';
import type { Scheduler } from '../polling/scheduler.js';
import type { Clock } from '../shared/clock.js';
import type { ReportRequest } from './report-requests.js';

/** The parts that every effect needs. */
export interface EffectContext {
  /** The operations with the current credentials. */
  readonly operations: () => Operations;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly reportRequest: ReportRequest;
  /** Numbers requests in the order of their start. An answer to an older request never overwrites a newer answer. */
  readonly nextOrder: () => number;
}
