import type { Operations } from '../client/operations.js';
import type { Limiter } from '../polling/limiter.js';
import type { Presence } from '../polling/presence.js';
import type { Scheduler } from '../polling/scheduler.js';
import type { Clock } from '../shared/clock.js';
import type { LabelClock } from './label-clock.js';
import { FleetError, type Operation } from '../shared/fleet-error.js';
import type { Events } from '../store/events.js';
import type { Activity } from './activity.js';
import type { RequestOrders } from './request-orders.js';

/** The parts that every effect needs: a request to the service whose answer becomes a commit. */
export interface EffectContext {
  /** The operations with the current credentials. */
  readonly operations: () => Operations;
  readonly scheduler: Scheduler;
  readonly limiter: Limiter;
  readonly presence: Presence;
  /** The clock of the options: its wall time labels records. */
  readonly clock: LabelClock;
  readonly orders: RequestOrders;
  readonly reportRequest: ReportRequest;
}

/** The operation of a request, and its database id. */
export interface RequestFacts {
  readonly operation: Operation;
  readonly id?: string;
}

/**
 * Sends a request and emits its activities: the request, and its answer or its failure.
 *
 * @throws FleetError any error of `send`
 */
export type ReportRequest = <T>(facts: RequestFacts, send: () => Promise<T>) => Promise<T>;

export function createReportRequest(activity: Events<Activity>, clock: Clock): ReportRequest {
  return (facts, send) => {
    const startedMs = clock.monotonic();
    const times = (): { at: number; durationMs: number } => ({
      at: clock.now(),
      durationMs: clock.monotonic() - startedMs,
    });
    if (activity.isObserved) activity.emit({ kind: 'request', ...facts, at: clock.now() });
    return send().then(
      (answer) => {
        if (activity.isObserved) activity.emit({ kind: 'answer', ...facts, ...times() });
        return answer;
      },
      (error: unknown) => {
        if (error instanceof FleetError) activity.emit({ kind: 'failure', ...facts, ...times(), error });
        throw error;
      },
    );
  };
}
