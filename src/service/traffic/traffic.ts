import type { Clock } from '../../core/shared/clock.js';
import { unlessAborted } from '../../core/shared/on-abort.js';
import { ConnectionDropped } from '../../http/connection-dropped.js';
import type { OnIgnoredFields } from '../http/operations.js';
import { applyFaults } from './apply-faults.js';
import { decideFaults, type InjectedFault } from './decide-faults.js';
import type { Fault } from './fault.js';
import { createRequestLog, operationOf, type LoggedRequest } from './request-log.js';

/** Carries out the operation of a request, and reports the ignored fields of the request. */
export type InterceptedOperation = (onIgnoredFields: OnIgnoredFields) => Promise<Response>;

/** Applies faults to the requests under `/v2`, and logs the requests. */
export type Traffic = ReturnType<typeof createTraffic>;

/** Creates traffic without faults and with an empty log. */
export function createTraffic({ clock, random }: { clock: Clock; random: () => number }) {
  const log = createRequestLog();
  const delays = createDelays(clock);
  let faults: readonly InjectedFault[] = [];
  let lastId = 0;

  return {
    log,
    /**
     * Answers a request by `operate`, applies its faults and logs the request.
     *
     * @throws ConnectionDropped when a fault drops the connection; the signal's reason when the caller aborts.
     */
    async intercept(request: Request, operate: InterceptedOperation) {
      const arrival = arrivalOf(request, clock.now());
      const arrivedAt = clock.monotonic();
      // Decided before the first await, so that concurrent requests cannot share the last use of a fault.
      const { chosen, left } = decideFaults(faults, arrival.operation, random);
      faults = left;
      const fault = faultOf(chosen);
      let ignoredFields: readonly string[] | undefined;
      const enter = (end: { status?: number }): void => {
        const found = { ...(fault && { fault }), ...(ignoredFields && { ignoredFields }) };
        log.add({ ...arrival, ...end, ...found, durationMs: clock.monotonic() - arrivedAt });
      };
      const carryOut = (): Promise<Response> => operate((names) => void (ignoredFields = names));
      try {
        const answer = await applyFaults(chosen, carryOut, (delayMs) => delays.wait(delayMs, request.signal));
        enter({ status: answer.status });
        return answer;
      } catch (error) {
        enter({});
        throw error;
      }
    },
    inject(fault: Fault) {
      const injected = { id: `fault-${++lastId}`, fault, applied: 0 };
      faults = [...faults, injected];
      return injected;
    },
    faults: () => faults,
    clearFaults: () => void (faults = []),
    /** Drops the connection of every delayed request. */
    cancelDelays: () => delays.cancelAll(),
  };
}

function arrivalOf({ method, url }: Request, at: number): Omit<LoggedRequest, 'durationMs'> {
  const { pathname, search } = new URL(url);
  const operation = operationOf(method, pathname);
  return { at, method, path: pathname, query: search, ...(operation && { operation }) };
}

/** With a delay and another fault, the other fault is logged. The duration shows the delay. */
function faultOf(chosen: readonly InjectedFault[]): Fault['kind'] | undefined {
  return (chosen.find(({ fault }) => fault.kind !== 'delay') ?? chosen[0])?.fault.kind;
}

/** Creates the delays of a service. A finished delay leaves no timer and no listener behind. */
function createDelays(clock: Clock) {
  let dropping = new AbortController();
  return {
    /**
     * Resolves after `delayMs`.
     *
     * @throws the signal's reason when the caller aborts; ConnectionDropped after `cancelAll`.
     */
    wait(delayMs: number, signal: AbortSignal): Promise<void> {
      let cancel = (): void => {};
      const passed = new Promise<void>((resolve) => (cancel = clock.schedule(resolve, delayMs)));
      return unlessAborted(passed, [signal, dropping.signal]).finally(() => cancel());
    },
    cancelAll() {
      dropping.abort(new ConnectionDropped());
      dropping = new AbortController();
    },
  };
}
