import { Observable, share } from 'rxjs';
import type { Priority, Ticket } from '../polling/request-gate.js';

/** Asks the gate for a request. */
export type Ask<T> = (priority: Priority, signal: AbortSignal) => Ticket<T>;

/**
 * Requests under way, by key. Whoever asks while one is under way shares it, and may raise its priority; it is
 * cancelled when the last of those leaves.
 */
export interface SharedRequests<T> {
  /** To be subscribed to at once. Gives one value and completes, or errors. */
  request(key: string, priority: Priority, ask: Ask<T>): Observable<T>;
}

interface UnderWay<T> {
  readonly answer: Observable<T>;
  readonly promote: (priority: Priority) => void;
}

export function createSharedRequests<T>(): SharedRequests<T> {
  const requests = new Map<string, UnderWay<T>>();

  function begin(key: string, priority: Priority, ask: Ask<T>): Observable<T> {
    let ticket: Ticket<T> | undefined;
    const answer = new Observable<T>((subscriber) => {
      const cancel = new AbortController();
      // Before anybody hears of the end: whoever asks then, asks anew.
      const end = (): void => void (requests.get(key) === underWay && requests.delete(key));
      ticket = ask(priority, cancel.signal);
      ticket.result.then(
        (value) => {
          end();
          subscriber.next(value);
          subscriber.complete();
        },
        (error: unknown) => {
          end();
          subscriber.error(error);
        },
      );
      return () => {
        end();
        cancel.abort();
      };
    }).pipe(share());
    const underWay: UnderWay<T> = { answer, promote: (raised) => ticket?.promote(raised) };
    requests.set(key, underWay);
    return answer;
  }

  return {
    request(key, priority, ask) {
      const underWay = requests.get(key);
      if (underWay === undefined) return begin(key, priority, ask);
      underWay.promote(priority);
      return underWay.answer;
    },
  };
}
