import type { Cancellation } from '../api/cancellation.js';
import type { Clock } from '../shared/clock.js';
import { endedError } from '../shared/ended-error.js';
import { FleetError, type Operation } from '../shared/fleet-error.js';
import type { Events } from '../state/events.js';
import type { Activity } from './activity.js';

/** The operation of a request, and its database id. */
export interface ExchangeFacts {
  readonly operation: Operation;
  readonly id?: string;
}

/**
 * Sends a request and emits its activities.
 *
 * @param cancellation the cancellation that `send` observes; aborted when the fleet is disposed
 * @throws FleetError any error of `send`; `disposed` instead of `aborted` after the fleet was disposed
 */
export type Exchange = <T>(facts: ExchangeFacts, cancellation: Cancellation, send: () => Promise<T>) => Promise<T>;

export function createExchange(activity: Events<Activity>, clock: Clock, disposal: Cancellation): Exchange {
  const underWay = new Set<Cancellation>();
  disposal.onAbort(() => underWay.forEach((each) => each.abort()));

  return (facts, cancellation, send) => {
    const startedMs = clock.monotonic();
    const since = (): { at: number; durationMs: number } => ({
      at: clock.now(),
      durationMs: clock.monotonic() - startedMs,
    });
    underWay.add(cancellation);
    if (activity.isObserved) activity.emit({ kind: 'request', ...facts, at: clock.now() });
    return send().then(
      (answer) => {
        underWay.delete(cancellation);
        if (activity.isObserved) activity.emit({ kind: 'answer', ...facts, ...since() });
        return answer;
      },
      (thrown: unknown) => {
        underWay.delete(cancellation);
        const error = disposal.aborted ? asDisposed(thrown) : thrown;
        if (error instanceof FleetError) activity.emit({ kind: 'failure', ...facts, ...since(), error });
        throw error;
      },
    );
  };
}

/** The error `outcome-unknown` of a create that was sent stays. */
function asDisposed(error: unknown): unknown {
  if (!(error instanceof FleetError) || error.code !== 'aborted') return error;
  return endedError('disposed', error.operation);
}
