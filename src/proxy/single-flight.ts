import { unlessAborted } from '../core/shared/on-abort.js';
import { Interruption } from '../core/wire/deadline.js';

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/** Concurrent callers with the same key share one request, which is aborted when its last caller leaves. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /**
   * Joins the request with this key, or sends it.
   *
   * @param signal ends the wait of this caller only
   * @throws Interruption `aborted`, and any error of the request
   */
  async request(key: string, send: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw new Interruption('aborted');
    const flight = this.#flights.get(key) ?? this.#start(key, send);
    flight.callers += 1;
    return unlessAborted(flight.answer, [signal], () => new Interruption('aborted')).finally(() => {
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
