import type { Commits } from './commits.js';

/**
 * Whether the second argument of `subscribe` is the `invalidate` of Svelte's store contract rather than RxJS's
 * deprecated error callback, which a view never calls. Svelte passes an anonymous function without parameters. Error
 * callbacks, such as `console.error`, have a name or a parameter.
 */
export function isInvalidate(argument: ((error: unknown) => void) | null | undefined): argument is () => void {
  return typeof argument === 'function' && argument.length === 0 && argument.name === '';
}

interface StoreCallbacks<T> {
  readonly run: (value: T) => void;
  readonly invalidate: () => void;
  /** Whether the subscription has ended. */
  readonly isClosed: () => boolean;
}

/**
 * Makes a subscriber of Svelte's store contract. While the views of a commit notify, it calls `invalidate`; after all of
 * them have notified, it calls `run` with the value. Svelte's `derived` needs both calls to wait for all of its inputs,
 * so that it never computes with a mixture of two commits.
 */
export function toStoreObserver<T>(
  commits: Commits,
  { run, invalidate, isClosed }: StoreCallbacks<T>,
): (value: T) => void {
  let isStarted = false;
  return (value) => {
    // The contract requires the first value within `subscribe`.
    if (!isStarted) {
      isStarted = true;
      return run(value);
    }
    invalidate();
    commits.afterViews(() => (isClosed() ? undefined : run(value)));
  };
}
