import { Observable, type Observer, type Operator, type Subscriber, type Subscription } from 'rxjs';
import type { Guard } from './guard.js';

export type ObserverOrNext<T> = Partial<Observer<T>> | ((value: T) => void) | null | undefined;

export type ObserverMethods<T> = { readonly [Name in keyof Observer<T>]?: Observer<T>[Name] | null | undefined };

/** Reports errors of subscribers, even behind a pipe. RxJS rethrows them in a timer, which ends a Node process. */
export class GuardedObservable<T> extends Observable<T> {
  readonly #guard: Guard;

  constructor(guard: Guard, source?: Observable<T>) {
    super();
    this.#guard = guard;
    if (source) this.source = source;
    defineSymbolObservable();
  }

  get guard(): Guard {
    return this.#guard;
  }

  override lift<R>(operator?: Operator<T, R>): Observable<R> {
    // The same as RxJS's own `lift`, which would return a plain Observable.
    const lifted = new GuardedObservable<R>(this.guard, this as unknown as Observable<R>);
    lifted.operator = operator as Operator<unknown, R>;
    return lifted;
  }

  override subscribe(
    observerOrNext?: ObserverOrNext<T>,
    error?: ((error: unknown) => void) | null,
    complete?: (() => void) | null,
  ): Subscription {
    // Operators catch errors themselves and pass them down the pipe.
    if (isSubscriber(observerOrNext)) return super.subscribe(observerOrNext);
    const { guard } = this;
    const observer = toObserver(observerOrNext, error, complete);
    return super.subscribe({
      next: (value) => guard.run(() => observer.next?.(value)),
      error: (thrown: unknown) => (observer.error ? guard.run(() => observer.error?.(thrown)) : guard.report(thrown)),
      complete: () => guard.run(() => observer.complete?.()),
    });
  }

  /** The name that RxJS looks up where `Symbol.observable` is not defined, which is the case on all platforms. */
  ['@@observable'](): this {
    return this;
  }
}

export function toObserver<T>(
  observerOrNext: ObserverOrNext<T>,
  error: ((error: unknown) => void) | null | undefined,
  complete: (() => void) | null | undefined,
): ObserverMethods<T> {
  return typeof observerOrNext === 'object' && observerOrNext !== null
    ? observerOrNext
    : { next: observerOrNext, error, complete };
}

/** Whether an observer is an RxJS Subscriber. Checks members, as RxJS does, since it can come from another copy of RxJS. */
export function isSubscriber<T>(observer: ObserverOrNext<T>): observer is Subscriber<T> {
  return typeof observer === 'object' && observer !== null && 'closed' in observer && 'add' in observer;
}

/** Called for each new Observable, because a polyfill may define `Symbol.observable` after RxJS was loaded. */
function defineSymbolObservable(): void {
  const { prototype } = GuardedObservable;
  const symbol = (Symbol as { observable?: symbol }).observable;
  if (symbol === undefined || symbol in prototype) return;
  Object.defineProperty(prototype, symbol, { value: prototype['@@observable'], configurable: true, writable: true });
}
