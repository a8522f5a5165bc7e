import { onAbort } from '../core/shared/on-abort.js';
import { endedError, type Operation } from '../core/shared/fleet-error.js';

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/** Concurrent callers with the same key share one request, which is aborted when its last caller leaves. */
export class SingleFlight<T> {
  readonly #operation: Operation;
  readonly #flights = new Map<string, Flight<T>>();

  constructor(operation: Operation) {
    this.#operation = operation;
  }

  /**
   * Joins the request with this key, or sends it.
   *
   * @param signal ends the wait of this caller only
   * @throws FleetError `aborted`, and any error of the request
   */
  request(key: string, send: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (signal.aborted) return Promise.reject(endedError('aborted', this.#operation));
    const flight = this.#flights.get(key) ?? this.#start(key, send);
    flight.callers += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        forgetSignal();
        reject(endedError('aborted', this.#operation));
        flight.callers -= 1;
        if (flight.callers > 0) return;
        // A later caller must not join a request that is aborted.
        this.#flights.delete(key);
        flight.controller.abort();
      };
      const forgetSignal = onAbort(signal, leave);
      // The listener goes first: the caller may abort its signal when it gets the answer.
      flight.answer.finally(forgetSignal).then(resolve, reject);
      // `send` may have aborted the signal before the listener was added.
      if (signal.aborted) leave();
    });
  }

  #start(key: string, send: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight = { answer: send(controller.signal), controller, callers: 0 };
    const end = (): void => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    flight.answer.then(end, end);
    this.#flights.set(key, flight);
    return flight;
  }
}
