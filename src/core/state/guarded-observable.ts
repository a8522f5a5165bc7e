import { Observable, type Observer, type Operator, type Subscriber, type Subscription } from 'rxjs';
import type { Guard } from './guard.js';

/** What a subscriber may be: a function, or an observer with any of its methods. */
export type Subscribing<T> = Partial<Observer<T>> | ((value: T) => void) | null | undefined;

/**
 * An Observable whose subscribers may throw: RxJS would throw it again where nobody can catch it, which ends a
 * process of Node. What is piped from it is guarded as well.
 */
export class GuardedObservable<T> extends Observable<T> {
  readonly #guard: Guard;

  constructor(guard: Guard) {
    super();
    this.#guard = guard;
    offerSymbolObservable();
  }

  get guard(): Guard {
    return this.#guard;
  }

  override lift<R>(operator?: Operator<T, R>): Observable<R> {
    const lifted = new GuardedObservable<R>(this.guard);
    // As RxJS's own `lift` does, which would make a plain Observable.
    lifted.source = this as unknown as Observable<R>;
    lifted.operator = operator as Operator<unknown, R>;
    return lifted;
  }

  override subscribe(
    observerOrNext?: Subscribing<T>,
    error?: ((error: unknown) => void) | null,
    complete?: (() => void) | null,
  ): Subscription {
    // Operators guard themselves: what they throw goes down the pipe, to its end.
    if (isSubscriber(observerOrNext)) return super.subscribe(observerOrNext);
    const { guard } = this;
    const observer = toObserver(observerOrNext, error, complete);
    return super.subscribe({
      next: (value) => guard.run(() => observer.next?.(value)),
      error: (thrown: unknown) => (observer.error ? guard.run(() => observer.error?.(thrown)) : guard.report(thrown)),
      complete: () => guard.run(() => observer.complete?.()),
    });
  }

  /** What RxJS itself looks for where `Symbol.observable` is not defined, which is nearly everywhere. */
  ['@@observable'](): this {
    return this;
  }
}

/** All forms of RxJS's `subscribe` as one observer. */
export function toObserver<T>(
  observerOrNext: Subscribing<T>,
  error: ((error: unknown) => void) | null | undefined,
  complete: (() => void) | null | undefined,
): Partial<Observer<T>> {
  if (observerOrNext && typeof observerOrNext === 'object') return observerOrNext;
  return {
    ...(observerOrNext ? { next: observerOrNext } : {}),
    ...(error ? { error } : {}),
    ...(complete ? { complete } : {}),
  };
}

/** What operators subscribe with. It is told as RxJS tells it, since it may come from another copy of RxJS. */
export function isSubscriber<T>(observer: Subscribing<T>): observer is Subscriber<T> {
  return typeof observer === 'object' && observer !== null && 'closed' in observer && 'add' in observer;
}

/** A polyfill may come after RxJS was loaded, which looks once: so it is looked for whenever a view is made. */
function offerSymbolObservable(): void {
  const { prototype } = GuardedObservable;
  const symbol = (Symbol as { observable?: symbol }).observable;
  if (symbol === undefined || symbol in prototype) return;
  Object.defineProperty(prototype, symbol, { value: itself, configurable: true, writable: true });
}

function itself(this: unknown): unknown {
  return this;
}
