import type { Commits } from './commits.js';

/**
 * Whether the second argument of `subscribe` is the `invalidate` of Svelte's store contract, in the place of RxJS's
 * deprecated error callback. Views never error, so they have no other use for it. Svelte passes an anonymous function
 * without parameters; callbacks for errors, such as `console.error`, have a name or a parameter.
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
 * Makes a subscriber of Svelte's store contract, as its `derived` needs it to show no mixture of two commits: each
 * value is announced by `invalidate` while the views are told, and given to `run` after all of them were. So
 * `derived` knows, at the first of its inputs, which others are still to come.
 */
export function toStoreObserver<T>(
  commits: Commits,
  { run, invalidate, isClosed }: StoreCallbacks<T>,
): (value: T) => void {
  let isStarted = false;
  return (value) => {
    // The contract wants the first value within `subscribe`.
    if (!isStarted) {
      isStarted = true;
      return run(value);
    }
    invalidate();
    commits.afterViews(() => (isClosed() ? undefined : run(value)));
  };
}
