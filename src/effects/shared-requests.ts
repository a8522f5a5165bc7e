import { Cancellation } from '../api/cancellation.js';
import { onAbort, type Abortable } from '../api/on-abort.js';
import type { Priority, Ticket } from '../polling/request-gate.js';
import { endedError } from '../shared/ended-error.js';
import type { Operation } from '../shared/fleet-error.js';

/** Asks the gate for a request. @param left aborts when nobody takes part any more. */
export type Ask<T> = (priority: Priority, left: Cancellation) => Ticket<T>;

/**
 * Requests under way, by key. Whoever asks while one is under way shares it, and may raise its priority; it is
 * cancelled when the last of those leaves.
 */
export interface SharedRequests<T> {
  /**
   * Takes part in a request until it is answered, or until `signal` aborts: then the request goes on if others take
   * part.
   *
   * @throws FleetError `aborted`, and whatever the request ends with.
   */
  request(key: string, priority: Priority, ask: Ask<T>, signal?: Abortable): Promise<T>;
}

interface Party<T> {
  resolve(answer: T): void;
  reject(error: unknown): void;
}

interface UnderWay<T> {
  readonly parties: Party<T>[];
  promote(priority: Priority): void;
  /** Cancels it when nobody takes part any more. */
  left(): void;
}

/** Without RxJS, whose Subject and operators would be most of what a request costs here. */
export function createSharedRequests<T>(operation: Operation): SharedRequests<T> {
  const requests = new Map<string, UnderWay<T>>();

  function begin(key: string, priority: Priority, ask: Ask<T>, first: Party<T>): UnderWay<T> {
    const parties = [first];
    const cancellation = new Cancellation();
    let ticket: Ticket<T> | undefined;
    // Before anybody hears of the end: whoever asks then, asks anew.
    const end = (): boolean => requests.get(key) === underWay && requests.delete(key);
    const underWay: UnderWay<T> = {
      parties,
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

  function joinUntil(signal: Abortable, key: string, priority: Priority, ask: Ask<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const party: Party<T> = {
        resolve(answer) {
          forgetSignal();
          resolve(answer);
        },
        reject(error) {
          forgetSignal();
          reject(error);
        },
      };
      const underWay = join(key, priority, ask, party);
      const leave = (): void => {
        const at = underWay.parties.indexOf(party);
        if (at === -1) return;
        underWay.parties.splice(at, 1);
        party.reject(endedError('aborted', operation));
        underWay.left();
      };
      const forgetSignal = onAbort(signal, leave);
      // What it asks may have aborted it.
      if (signal.aborted) leave();
    });
  }

  return {
    request(key, priority, ask, signal) {
      if (signal === undefined)
        return new Promise((resolve, reject) => void join(key, priority, ask, { resolve, reject }));
      if (!signal.aborted) return joinUntil(signal, key, priority, ask);
      return Promise.reject(endedError('aborted', operation));
    },
  };
}
