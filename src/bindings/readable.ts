import type { Commits } from '../core/store/commits.js';

/** The part of a view that a binding needs: a current value, and notification of changes. Every `View<T>` is a `Readable<T>`. */
export interface Readable<T> {
  /** Keeps its reference until it changes. */
  readonly value: T;
  /** Calls `next` with the current value at once, then with each new value. */
  subscribe(next: (value: T) => void): { unsubscribe(): void };
}

/** The member of a view that its fleet's views share. A readable that is no view, such as a creation, does not have it. */
export interface Committed {
  readonly commits?: Pick<Commits, 'afterViews'> | undefined;
}

/** Inside a notification: runs a task after all views of the running commit; at once for a readable that is no view. */
export function afterViews(readable: Readable<unknown>, task: () => void): void {
  const { commits } = readable as Committed;
  if (commits === undefined) task();
  else commits.afterViews(task);
}

const NO_SUBSCRIPTION = { unsubscribe: (): void => {} };

/** A readable that never changes, such as the answer to a query without an id. */
export function constantReadable<T>(value: T): Readable<T> {
  return {
    value,
    subscribe(next) {
      next(value);
      return NO_SUBSCRIPTION;
    },
  };
}
