import { Observable, Subject } from 'rxjs';
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
  promote(priority: Priority): void;
  /** To be called after somebody has left. */
  leave(): void;
}

/** Without RxJS's `share` and `defer`: they take whatever can be made an Observable, and with it 1.2 kB more of every page. */
export function createSharedRequests<T>(): SharedRequests<T> {
  const requests = new Map<string, UnderWay<T>>();

  function begin(key: string, priority: Priority, ask: Ask<T>): UnderWay<T> {
    const answer = new Subject<T>();
    const left = new AbortController();
    let ticket: Ticket<T> | undefined;
    // Before anybody hears of the end: whoever asks then, asks anew.
    const end = (): boolean => requests.get(key) === underWay && requests.delete(key);
    const underWay: UnderWay<T> = {
      answer,
      promote: (raised) => ticket?.promote(raised),
      leave: () => !answer.observed && end() && left.abort(),
    };
    requests.set(key, underWay);
    ticket = ask(priority, left.signal);
    ticket.result.then(
      (value) => {
        end();
        answer.next(value);
        answer.complete();
      },
      (error: unknown) => {
        end();
        answer.error(error);
      },
    );
    return underWay;
  }

  return {
    request: (key, priority, ask) =>
      new Observable((subscriber) => {
        const before = requests.get(key);
        const underWay = before ?? begin(key, priority, ask);
        before?.promote(priority);
        underWay.answer.subscribe(subscriber);
        return () => underWay.leave();
      }),
  };
}
