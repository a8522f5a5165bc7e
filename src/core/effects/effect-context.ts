import type { Operations } from '../api/operations.js';
import type { Scheduler } from '../polling/scheduler.js';
import type { Clock } from '../shared/clock.js';
import type { ReportRequest } from './report-requests.js';
import type { RequestOrders } from './request-orders.js';

/** The parts that every effect needs. */
export interface EffectContext {
  /** The operations with the current credentials. */
  readonly operations: () => Operations;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly reportRequest: ReportRequest;
  readonly orders: RequestOrders;
}
