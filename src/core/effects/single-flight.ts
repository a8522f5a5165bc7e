import { Cancellation } from '../api/cancellation.js';
import { onAbort, type Abortable } from '../api/on-abort.js';
import type { Priority, RequestGate, Ticket } from '../polling/request-gate.js';
import { endedError } from '../shared/ended-error.js';
import type { Operation } from '../shared/fleet-error.js';

/** A ticket for a request that several callers share. Without `isWaiting` the request is sent at once. */
export type SharedTicket<T> = Pick<Ticket<T>, 'result' | 'promote'> & Partial<Pick<Ticket<T>, 'isWaiting'>>;

/** Hands a request to the gate. @param left aborts when the last caller has left. */
export type Ask<T> = (priority: Priority, left: Cancellation) => SharedTicket<T>;

/**
 * Requests in flight, by key. Concurrent callers with the same key share one request, at the highest of their
 * priorities. The request is cancelled when its last caller leaves.
 */
export interface SingleFlight<T> {
  /**
   * Joins the request with this key, or starts it. `signal` ends the wait of this caller only: the request goes on while
   * other callers wait for it. A caller with the priority `user` also leaves if the request would wait too long.
   *
   * @throws FleetError `aborted`, `rate-limited`, and any error of the request
   */
  request(key: string, priority: Priority, ask: Ask<T>, signal?: Abortable): Promise<T>;
}

interface Party<T> {
  resolve(answer: T): void;
  reject(error: unknown): void;
}

interface UnderWay<T> {
  readonly parties: Party<T>[];
  isWaiting(): boolean;
  promote(priority: Priority): void;
  /** Cancels the request if it has no caller left. */
  left(): void;
}

/** Uses no RxJS: its Subject and operators would take most of the time that a request takes here. */
export function createSingleFlight<T>(
  operation: Operation,
  gate?: Pick<RequestGate, 'waitError' | 'limitWait'>,
): SingleFlight<T> {
  const requests = new Map<string, UnderWay<T>>();

  function begin(key: string, priority: Priority, ask: Ask<T>, first: Party<T>): UnderWay<T> {
    const parties = [first];
    const cancellation = new Cancellation();
    let ticket: SharedTicket<T> | undefined;
    // Runs before the callers are notified, so that a call from a callback starts a new request.
    const end = (): boolean => requests.get(key) === underWay && requests.delete(key);
    const underWay: UnderWay<T> = {
      parties,
      isWaiting: () => ticket === undefined || ticket.isWaiting === true,
      promote: (raised) => ticket?.promote(raised),
      left: () => parties.length === 0 && end() && cancellation.abort(),
    };
    requests.set(key, underWay);
    ticket = ask(priority, cancellation);
    ticket.result.then(
      (answer) => {
        end();
        for (const party of parties) party.resolve(answer);
      },
      (error: unknown) => {
        end();
        for (const party of parties) party.reject(error);
      },
    );
    return underWay;
  }

  function join(key: string, priority: Priority, ask: Ask<T>, party: Party<T>): UnderWay<T> {
    const underWay = requests.get(key);
    if (underWay === undefined) return begin(key, priority, ask, party);
    underWay.parties.push(party);
    underWay.promote(priority);
    return underWay;
  }

  function takePart(key: string, priority: Priority, ask: Ask<T>, signal: Abortable | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      let forgetSignal = (): void => {};
      let endLimit = (): void => {};
      const end = (): void => {
        forgetSignal();
        endLimit();
      };
      const party: Party<T> = {
        resolve(answer) {
          end();
          resolve(answer);
        },
        reject(error) {
          end();
          reject(error);
        },
      };
      const underWay = join(key, priority, ask, party);
      const leave = (error: unknown): void => {
        const at = underWay.parties.indexOf(party);
        if (at === -1) return;
        underWay.parties.splice(at, 1);
        party.reject(error);
        underWay.left();
      };
      const abort = (): void => leave(endedError('aborted', operation));
      if (gate && priority === 'user') endLimit = gate.limitWait(operation, underWay.isWaiting, leave);
      if (signal !== undefined) forgetSignal = onAbort(signal, abort);
      // A callback of `ask` may have aborted the signal before the listener was added.
      if (signal?.aborted) abort();
    });
  }

  return {
    request(key, priority, ask, signal) {
      if (signal?.aborted) return Promise.reject(endedError('aborted', operation));
      const isSent = requests.get(key)?.isWaiting() === false;
      const refusal = priority === 'user' && !isSent ? gate?.waitError(operation) : undefined;
      return refusal === undefined ? takePart(key, priority, ask, signal) : Promise.reject(refusal);
    },
  };
}
