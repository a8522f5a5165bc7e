import { defer, Observable, share } from 'rxjs';
import type { Priority, Ticket } from '../polling/request-gate.js';

/** Asks the gate for a request. @param left aborts when nobody takes part any more. */
export type Ask<T> = (priority: Priority, left: AbortSignal) => Ticket<T>;

/**
 * Requests under way, by key. Whoever asks while one is under way shares it, and may raise its priority; it is
 * cancelled when the last of those leaves.
 */
export interface SharedRequests<T> {
  /** Gives one value and completes, or errors. */
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
      const left = new AbortController();
      // Before anybody hears of the end: whoever asks then, asks anew.
      const end = (): boolean => requests.get(key) === underWay && requests.delete(key);
      ticket = ask(priority, left.signal);
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
        if (end()) left.abort();
      };
    }).pipe(share());
    const underWay: UnderWay<T> = { answer, promote: (raised) => ticket?.promote(raised) };
    requests.set(key, underWay);
    return answer;
  }

  return {
    request: (key, priority, ask) =>
      defer(() => {
        const underWay = requests.get(key);
        if (underWay === undefined) return begin(key, priority, ask);
        underWay.promote(priority);
        return underWay.answer;
      }),
  };
}
