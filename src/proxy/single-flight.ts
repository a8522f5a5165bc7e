import { onAbort } from '../core/shared/on-abort.js';
import { endedError, type Operation } from '../core/shared/fleet-error.js';

/**
 * Requests in flight, by key. Concurrent callers with the same key share one request. The request is aborted when its
 * last caller leaves.
 */
export interface SingleFlight<T> {
  /**
   * Joins the request with this key, or sends it.
   *
   * @param signal ends the wait of this caller only: the request goes on while other callers wait for it.
   * @throws FleetError `aborted`, and any error of the request
   */
  request(key: string, send: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
}

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

export function createSingleFlight<T>(operation: Operation): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();

  function start(key: string, send: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight = { answer: send(controller.signal), controller, callers: 0 };
    const end = (): void => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    flight.answer.then(end, end);
    flights.set(key, flight);
    return flight;
  }

  return {
    request(key, send, signal) {
      if (signal.aborted) return Promise.reject(endedError('aborted', operation));
      const flight = flights.get(key) ?? start(key, send);
      flight.callers += 1;
      return new Promise((resolve, reject) => {
        function leave(): void {
          forgetSignal();
          reject(endedError('aborted', operation));
          flight.callers -= 1;
          if (flight.callers > 0) return;
          // A later caller must not join a request that is aborted.
          flights.delete(key);
          flight.controller.abort();
        }
        const forgetSignal = onAbort(signal, leave);
        // The listener goes first: the caller may abort its signal when it gets the answer.
        flight.answer.finally(forgetSignal).then(resolve, reject);
        // `send` may have aborted the signal before the listener was added.
        if (signal.aborted) leave();
      });
    },
  };
}
