import { Observable } from 'rxjs';

/**
 * What either of two sources tells, until both have completed. RxJS's `merge` takes whatever can be made an Observable,
 * and with it 600 bytes more of every page.
 */
export function either<T>(one: Observable<T>, other: Observable<T>): Observable<T> {
  return new Observable((subscriber) => {
    let open = 2;
    const part = {
      next: (value: T) => subscriber.next(value),
      error: (error: unknown) => subscriber.error(error),
      complete() {
        open -= 1;
        if (open === 0) subscriber.complete();
      },
    };
    subscriber.add(one.subscribe(part));
    subscriber.add(other.subscribe(part));
  });
}
