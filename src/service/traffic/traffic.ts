import type { Clock } from '../../core/shared/clock.js';
import type { OnIgnoredFields } from '../http/operations.js';
import { applyFaults } from './apply-faults.js';
import { decideFaults, type InjectedFault } from './decide-faults.js';
import { operationOf } from './api-operation.js';
import { createWaits } from './waits.js';
import type { Fault } from './fault.js';
import { createRequestLog, type LoggedRequest, type RequestLog } from './request-log.js';

/** Carries out the operation that was asked for, and tells which fields of the request it ignored. */
export type CarriedOperation = (onIgnoredFields: OnIgnoredFields) => Promise<Response>;

/** What the requests under `/v2` pass on their way to the service proper: its faults, and its log. */
export interface Traffic {
  /**
   * Answers a request by `operate`, or by what its faults make of it, and logs it.
   *
   * @throws ConnectionDropped when there is to be no answer; the signal's reason when the caller left.
   */
  carry(request: Request, operate: CarriedOperation): Promise<Response>;
  readonly log: RequestLog;
  /** Adds a fault behind those there are. */
  inject(fault: Fault): InjectedFault;
  faults(): readonly InjectedFault[];
  clearFaults(): void;
  /** Closes the connection of every request that a fault holds up. */
  endWaits(): void;
}

/** Makes traffic without a fault. */
export function createTraffic({ clock, random }: { clock: Clock; random: () => number }): Traffic {
  const log = createRequestLog();
  const waits = createWaits(clock);
  let faults: readonly InjectedFault[] = [];
  let lastId = 0;

  return {
    log,
    async carry(request, operate) {
      const arrival = arrivalOf(request, clock.now());
      const arrivedAt = clock.monotonic();
      // Decided before the first await: requests that come at once cannot share the last use of a fault.
      const { chosen, left } = decideFaults(faults, arrival.operation, random);
      faults = left;
      const fault = faultOf(chosen);
      let ignoredFields: readonly string[] | undefined;
      const enter = (end: { status?: number }): void => {
        const found = { ...(fault && { fault }), ...(ignoredFields && { ignoredFields }) };
        log.add({ ...arrival, ...end, ...found, durationMs: clock.monotonic() - arrivedAt });
      };
      const carried = (): Promise<Response> => operate((names) => void (ignoredFields = names));
      try {
        const answer = await applyFaults(chosen, carried, (delayMs) => waits.wait(delayMs, request.signal));
        enter({ status: answer.status });
        return answer;
      } catch (error) {
        enter({});
        throw error;
      }
    },
    inject(fault) {
      const injected = { id: `fault-${++lastId}`, fault, applied: 0 };
      faults = [...faults, injected];
      return injected;
    },
    faults: () => faults,
    clearFaults: () => void (faults = []),
    endWaits: () => waits.end(),
  };
}

function arrivalOf({ method, url }: Request, at: number): Omit<LoggedRequest, 'durationMs'> {
  const { pathname, search } = new URL(url);
  const operation = operationOf(method, pathname);
  return { at, method, path: pathname, query: search, ...(operation && { operation }) };
}

/** A delay that comes with another fault is told by the duration. */
function faultOf(chosen: readonly InjectedFault[]): Fault['kind'] | undefined {
  return (chosen.find(({ fault }) => fault.kind !== 'delay') ?? chosen[0])?.fault.kind;
}
