import { unlessAborted } from '../core/shared/on-abort.js';
import { endedError, type FleetError, type Operation } from '../core/shared/fleet-error.js';

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
  async request(key: string, send: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    const aborted = (): FleetError => endedError('aborted', this.#operation);
    if (signal.aborted) throw aborted();
    const flight = this.#flights.get(key) ?? this.#start(key, send);
    flight.callers += 1;
    return unlessAborted(flight.answer, [signal], aborted).finally(() => {
      flight.callers -= 1;
      if (flight.callers > 0) return;
      this.#flights.delete(key);
      // Ends a request that is still in flight.
      flight.controller.abort();
    });
  }

  #start(key: string, send: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight = { answer: send(controller.signal), controller, callers: 0 };
    this.#flights.set(key, flight);
    return flight;
  }
}
