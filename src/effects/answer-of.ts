import type { Observable } from 'rxjs';
import { onAbort } from '../api/on-abort.js';
import { FleetError, type Operation } from '../shared/fleet-error.js';

/**
 * Takes part in a request until it is answered, or until `signal` aborts: then it leaves, and the request goes on if
 * others take part.
 *
 * @throws FleetError `aborted`, and whatever the request ends with.
 */
export function answerOf<T>(request: Observable<T>, operation: Operation, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      subscription?.unsubscribe();
      reject(new FleetError('aborted', operation, 'ended by its signal'));
    };
    if (signal?.aborted) return reject(new FleetError('aborted', operation, 'ended by its signal before it began'));
    const release = signal && onAbort(signal, abort);
    const subscription = request.subscribe({ next: resolve, error: reject });
    subscription.add(release);
  });
}
