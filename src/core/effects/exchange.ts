import type { Cancellation } from '../api/cancellation.js';
import type { Clock } from '../shared/clock.js';
import { endedError } from '../shared/ended-error.js';
import { FleetError, type Operation } from '../shared/fleet-error.js';
import type { Events } from '../state/events.js';
import type { Activity } from './activity.js';

/** What a request is for. */
export interface ExchangeFacts {
  readonly operation: Operation;
  readonly id?: string;
}

/**
 * Sends a request and commits its answer, and says in the activity what becomes of it.
 *
 * @param cancellation what `send` heeds. It is aborted when the fleet is disposed of.
 * @throws FleetError whatever `send` throws; `disposed` in place of `aborted` if that was why.
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

/** Of a create that was sent it stays `outcome-unknown`. */
function asDisposed(error: unknown): unknown {
  if (!(error instanceof FleetError) || error.code !== 'aborted') return error;
  return endedError('disposed', error.operation);
}
