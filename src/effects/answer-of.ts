import { finalize, Subscription, type Observable } from 'rxjs';
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
    // What it asks may abort it before it has a subscription.
    const held = new Subscription();
    const abort = (): void => {
      held.unsubscribe();
      reject(new FleetError('aborted', operation, 'ended by its signal'));
    };
    if (signal?.aborted) return reject(new FleetError('aborted', operation, 'ended by its signal before it began'));
    if (signal) held.add(onAbort(signal, abort));
    const ended = finalize<T>(() => held.unsubscribe());
    held.add(request.pipe(ended).subscribe({ next: resolve, error: reject }));
  });
}
